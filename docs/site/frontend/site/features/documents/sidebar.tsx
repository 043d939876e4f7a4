// All documents by section. On a phone the list is closed above the text.

import { useLingui } from '@lingui/react'
import { Trans, useLingui as useWords } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import { type Section, sections } from '#/labels/sections.ts'
import styles from './sidebar.module.css'

export type DocumentLink = { title: string; href: string; section: Section }

export type SidebarProps = { documents: readonly DocumentLink[]; current: string; section: Section }

export function Sidebar({ documents, current, section }: SidebarProps) {
  const { t } = useWords()
  return (
    <nav className={styles.sidebar} aria-label={t`Documents`} data-print="no">
      <details className={styles.closed}>
        <summary>
          <Trans>All documents</Trans>
        </summary>
        <Sections documents={documents} current={current} section={section} />
      </details>
      <div className={styles.open}>
        <Sections documents={documents} current={current} section={section} />
      </div>
    </nav>
  )
}

/** Each section is closed unless it has the page. */
function Sections({ documents, current, section }: SidebarProps) {
  const { i18n } = useLingui()
  const href = useHref()
  return sections.map(({ id, label }) => (
    <details key={id} className={styles.section} open={id === section}>
      <summary>{i18n._(label)}</summary>
      <ul>
        {documents
          .filter((document) => document.section === id)
          .map((document) => (
            <li key={document.href}>
              <a href={document.href} aria-current={document.href === href('document', { id: current }) ? 'page' : undefined}>
                {document.title}
              </a>
            </li>
          ))}
      </ul>
    </details>
  ))
}
