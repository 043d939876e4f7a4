// The table of contents of a document: its headings of the second and third level. It is closed
// where it is above the text, and open where it is beside it.

import { Trans, useLingui } from '@lingui/react/macro'
import styles from './contents.module.css'

export type ContentsProps = { headings: readonly { id: string; level: number; text: string }[]; lang?: string | undefined }

export function Contents({ headings, lang }: ContentsProps) {
  const { t } = useLingui()
  if (headings.length < 2) return null
  const list = (
    <ul lang={lang}>
      {headings.map(({ id, level, text }) => (
        <li key={id} data-level={level}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav className={styles.contents} aria-label={t`On this page`} data-print="no">
      <details className={styles.closed}>
        <summary>
          <Trans>On this page</Trans>
        </summary>
        {list}
      </details>
      <div className={styles.open}>
        <p>
          <Trans>On this page</Trans>
        </p>
        {list}
      </div>
    </nav>
  )
}
