// Home: the product in a sentence, three ways into its documentation, and the documents by section.
// The forty decisions are in the sidebar of each document of their section.

import { useLingui } from '@lingui/react'
import { useHref, usePage } from '@portico/app/page'
import { sections } from '#/labels/sections.ts'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import styles from './home.module.css'

export default function Page() {
  const { page, documents } = usePage<PageData<'home'>>().data
  const { i18n } = useLingui()
  const href = useHref()
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <ul className={styles.entries}>
        {page.entries?.map(({ document, title, text }) => (
          <li key={document}>
            <h2>
              <a href={href('document', { id: document })}>{title}</a>
            </h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className={styles.sections}>
        {sections.map(({ id, label }) => (
          <section key={id}>
            <h2>{i18n._(label)}</h2>
            <ul>
              {documents.items
                .filter(({ section, href }) => section === id && !href.includes('/docs/decision-'))
                .map(({ href, title }) => (
                  <li key={href}>
                    <a href={href}>{title}</a>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
