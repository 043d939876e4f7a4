// Says that a page is shown in another language than the visitor reads, because it was written in that one only.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { LocaleCode } from '#/contract.ts'
import styles from './language-note.module.css'

/** What a language is called in the language of the page. */
const languageNames: Record<LocaleCode, MessageDescriptor> = {
  'zh-CN': msg({ message: 'Chinese', comment: 'Name of a language' }),
  en: msg({ message: 'English', comment: 'Name of a language' }),
}

export function LanguageNote() {
  const { contentLocale, locale } = usePage()
  const { i18n } = useLingui()
  if (contentLocale === undefined || contentLocale === locale) return null
  const language = i18n._(languageNames[contentLocale])
  return (
    <p className={styles.note}>
      <Trans>This page exists in {language} only, and is shown as it was written.</Trans>
    </p>
  )
}
