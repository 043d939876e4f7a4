// A document with the list of all documents, its table of contents, and the documents before and
// after it.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import { Contents } from '#/features/documents/contents.tsx'
import { Sidebar } from '#/features/documents/sidebar.tsx'
import { LanguageNote } from '#/layouts/parts/language-note.tsx'
import type { PageData } from '#/queries.ts'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './document.module.css'

export default function Page() {
  const { data, params, locale, contentLocale } = usePage<PageData<'document'>>()
  const { t } = useLingui()
  const { entry, documents, beside } = data
  const lang = contentLocale === locale ? undefined : contentLocale
  return (
    <div className={styles.columns}>
      <Sidebar documents={documents.items} current={params['id'] ?? ''} section={entry.section} />
      <article className={styles.document}>
        <LanguageNote />
        <h1 lang={lang}>{entry.title}</h1>
        <Contents headings={entry.contents ?? []} lang={lang} />
        <div className={styles.text}>
          <Prose>
            <Html field="entry.body" />
          </Prose>
          <p className={styles.source}>
            <Trans>
              File in the repository: <code>{entry.source}</code>
            </Trans>
          </p>
          <nav className={styles.beside} aria-label={t`Documents before and after`} data-print="no">
            {beside.before && (
              <a href={beside.before.href} rel="prev">
                <span>
                  <Trans>Previous document</Trans>
                </span>
                {beside.before.title}
              </a>
            )}
            {beside.after && (
              <a href={beside.after.href} rel="next">
                <span>
                  <Trans>Next document</Trans>
                </span>
                {beside.after.title}
              </a>
            )}
          </nav>
        </div>
      </article>
    </div>
  )
}
