// Notes that a page is shown in another language than the visitor reads, because it was written in
// that one only.

import { Trans } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import styles from './language-note.module.css'

export function LanguageNote() {
  const { contentLocale, locale } = usePage()
  if (contentLocale === undefined || contentLocale === locale) return null
  return (
    <p className={styles.note}>
      <Trans comment="Stands on a page that lacks a text in your language: name your own language">
        This page is not available in English yet, and is shown as it was written.
      </Trans>
    </p>
  )
}
