// Opens the account dialog. Its code is fetched at the first use: few visitors ever need it.

import { type ComponentType, useState } from 'react'
import { usePage } from '#/page/page.tsx'
import { mayReload } from '#/state/chunk-reload.ts'
import { countLoading } from '#/state/loading.ts'
import type { AccountDialogProps } from './account-dialog.tsx'

type DialogComponent = ComponentType<AccountDialogProps>

/** The dialog while it is open, and functions to open and close it. */
export function useAccountDialog(): { Dialog: DialogComponent | undefined; open: () => Promise<void>; close: () => void } {
  const { locale } = usePage()
  const [shown, setShown] = useState<{ Dialog: DialogComponent }>()
  const open = async () => {
    countLoading(1)
    try {
      const { loadAccount } = await import('./load-account.tsx')
      setShown({ Dialog: await loadAccount(locale) })
    } catch (error) {
      // As for a page: a reload brings the code of a new release (R8.03).
      console.error('no account dialog', error)
      if (mayReload(window.location.pathname, Date.now())) window.location.reload()
    } finally {
      countLoading(-1)
    }
  }
  return { Dialog: shown?.Dialog, open, close: () => setShown(undefined) }
}
