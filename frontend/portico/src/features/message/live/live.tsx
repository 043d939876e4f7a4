// A message form in use: its draft, its upload, its sending, and the notes about them. Fetched with
// its words once the page is live.

import type { I18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import type { LocaleCode } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { type Check, checkIn } from '#/ui/form/rules/check.ts'
import { LivePart, type LivePartProps } from './live-part.tsx'
import { SentNote, type SentNoteProps } from './sent-note.tsx'

export type Live = {
  /**
   * Everything between the questions and the button, and the parts that are attached elsewhere in
   * the form.
   */
  Live: (props: Omit<LivePartProps, 'check'>) => ReactNode
  /** Replaces the form once the message has arrived. */
  Sent: (props: SentNoteProps) => ReactNode
}

export async function loadLive(locale: LocaleCode): Promise<Live> {
  const [i18n, check] = await Promise.all([loadI18n(locale, 'forms'), checkIn(locale)])
  return liveIn(i18n, check)
}

function liveIn(i18n: I18n, check: Check): Live {
  return {
    Live: (props) => (
      <I18nProvider i18n={i18n}>
        <LivePart {...props} check={check} />
      </I18nProvider>
    ),
    Sent: (props) => (
      <I18nProvider i18n={i18n}>
        <SentNote {...props} />
      </I18nProvider>
    ),
  }
}
