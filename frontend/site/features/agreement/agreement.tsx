// An agreement: its version, its contents in a separate margin, and its text.

import { Trans, useLingui } from '@lingui/react/macro'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { QuietHead } from '#/ui/QuietHead/QuietHead.tsx'
import styles from './agreement.module.css'

export function Agreement({ page }: { page: PageData<'terms'>['page'] }) {
  const { t } = useLingui()
  const date = page.updatedAt
  return (
    <>
      <QuietHead
        kicker={page.kicker}
        title={page.title}
        lead={page.lead}
        note={
          date !== undefined && (
            <Trans>
              Version of <time dateTime={date.value}>{date.text}</time>
            </Trans>
          )
        }
      />
      <div className={styles.body}>
        <nav className={styles.contents} aria-label={t`Contents`}>
          <ol className={styles.list}>
            {page.headings.map(({ id, text }) => (
              <li key={id}>
                <a className={styles.link} href={`#${id}`}>
                  {text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <Prose size="small">
          <Html field="page.body" />
        </Prose>
      </div>
    </>
  )
}
