// Says that a page is shown in another language than the visitor reads, because it was written in that one only.

import { Trans } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import { locales } from '#/i18n/locales.ts'
import styles from './language-note.module.css'

export function LanguageNote() {
  const { contentLocale, locale } = usePage()
  if (contentLocale === undefined || contentLocale === locale) return null
  const language = locales.find((other) => other.code === contentLocale)?.name ?? contentLocale
  return (
    <p className={styles.note}>
      <Trans>This page exists in {language} only, and is shown as it was written.</Trans>
    </p>
  )
}
