// The menu of a phone, over the whole window, the firm's tide lines beneath the links.

import { Trans } from '@lingui/react/macro'
import { useSite } from '@portico/app/page'
import { Dialog, ThemeSwitch } from '@portico/app/ui'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { MenuContent } from './menu-content.tsx'
import styles from './phone-menu.module.css'

export type MenuDialogProps = { onClose: () => void }

export function MenuDialog({ onClose }: MenuDialogProps) {
  const { assets } = useSite()
  return (
    <Dialog title={<Trans comment="Opens the site's navigation on a phone">Menu</Trans>} size="full" onClose={onClose}>
      <MenuContent>
        <ThemeSwitch />
      </MenuContent>
      <Contour className={styles.shore} series={assets} lines={12} ratio={2} tone="quiet" />
    </Dialog>
  )
}
