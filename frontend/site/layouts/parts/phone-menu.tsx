// The menu of a phone. Without JavaScript it is a <details> with the links in its panel; with it
// the panel is a dialog over the whole window, and its code is fetched when the button is pressed.
// If the code cannot be fetched, the panel opens after all.

import { Trans } from '@lingui/react/macro'
import { countLoading, loadDialog, usePart } from '@portico/app/ui'
import { type MouseEvent, useState } from 'react'
import { MenuContent } from './menu-content.tsx'
import type { MenuDialogProps } from './menu-dialog.tsx'
import styles from './phone-menu.module.css'

export function PhoneMenu() {
  const [open, setOpen] = useState(false)
  const { Part: Dialog, load } = usePart<MenuDialogProps>(async () => {
    const [{ MenuDialog }] = await Promise.all([import('./menu-dialog.tsx'), loadDialog()])
    return MenuDialog
  })
  const press = async (event: MouseEvent<HTMLElement>) => {
    const details = event.currentTarget.parentElement as HTMLDetailsElement
    if (details.open) return
    event.preventDefault()
    countLoading(1)
    if (await load()) setOpen(true)
    else details.open = true
    countLoading(-1)
  }
  return (
    <details className={styles.menu} data-print="no">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary className={styles.opener} onClick={(event) => void press(event)}>
        <Trans comment="Opens the site's navigation on a phone">Menu</Trans>
      </summary>
      <div className={styles.panel}>
        <MenuContent />
      </div>
      {open && Dialog !== undefined && <Dialog onClose={() => setOpen(false)} />}
    </details>
  )
}
