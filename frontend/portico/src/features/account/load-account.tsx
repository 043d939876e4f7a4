// The account dialog with its words: fetched when it is first opened.

import { I18nProvider } from '@lingui/react'
import type { ComponentType } from 'react'
import type { LocaleCode } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { loadDialog } from '#/ui/Dialog/Dialog.tsx'
import { AccountDialog, type AccountDialogProps } from './account-dialog.tsx'

/** The dialog in a language. */
export async function loadAccount(locale: LocaleCode): Promise<ComponentType<AccountDialogProps>> {
  const [i18n] = await Promise.all([loadI18n(locale, 'forms'), loadDialog()])
  return (props) => (
    <I18nProvider i18n={i18n}>
      <AccountDialog {...props} />
    </I18nProvider>
  )
}
