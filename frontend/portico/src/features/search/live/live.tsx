// The live part of search: the box, and the answer on the results page. Fetched with its words at
// the first search.

import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import type { LocaleCode } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { loadDialog } from '#/ui/Dialog/Dialog.tsx'
import { SearchAnswer, type SearchAnswerProps } from './search-answer.tsx'
import { SearchBox, type SearchBoxProps } from './search-box.tsx'

export type LiveSearch = {
  Box: (props: SearchBoxProps) => ReactNode
  Answer: (props: SearchAnswerProps) => ReactNode
}

/** Box and answer in a language; `box` fetches the window of a dialog with it. */
export async function loadLive(locale: LocaleCode, box: boolean): Promise<LiveSearch> {
  const [i18n] = await Promise.all([loadI18n(locale, 'search'), box && loadDialog()])
  return {
    Box: (props) => (
      <I18nProvider i18n={i18n}>
        <SearchBox {...props} />
      </I18nProvider>
    ),
    Answer: (props) => (
      <I18nProvider i18n={i18n}>
        <SearchAnswer {...props} />
      </I18nProvider>
    ),
  }
}
