// The live part of the assistant: the conversation, with its words and its style. Fetched once the
// page is live.

import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import type { LocaleCode } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { loadSheet } from '#/lib/sheet.ts'
import { Conversation, type ConversationProps } from './conversation.tsx'
import sheet from './live.css?url'

export type LiveChat = { Conversation: (props: ConversationProps) => ReactNode }

export async function loadLive(locale: LocaleCode): Promise<LiveChat> {
  const [i18n] = await Promise.all([loadI18n(locale, 'chat'), loadSheet(sheet)])
  return {
    Conversation: (props) => (
      <I18nProvider i18n={i18n}>
        <Conversation {...props} />
      </I18nProvider>
    ),
  }
}
