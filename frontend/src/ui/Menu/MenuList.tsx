// The list of an open menu: arrow keys walk it, letters find an item, Escape closes it and gives the focus back.

import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode, RefObject } from 'react'
import type { MenuItem } from './Menu.tsx'
import styles from './MenuList.module.css'

export type MenuListProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button that the list hangs from, and that gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>
  items: readonly MenuItem[]
  head: ReactNode
}

export function MenuList({ open, onOpenChange, opener, items, head }: MenuListProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open={open}
        onOpenChange={(next, { event }) => {
          // A press on the button is the button's: closed here, it would open again there.
          if (event.target instanceof Node && opener.current?.contains(event.target) && event.type !== 'keydown') return
          onOpenChange(next)
        }}
      >
        <Base.Portal>
          <Base.Positioner className={styles.place} anchor={opener} align="end" sideOffset={8} collisionPadding={16}>
            <Base.Popup className={styles.list} finalFocus={opener}>
              {head !== undefined && <div className={styles.head}>{head}</div>}
              {items.map((item) =>
                'href' in item ? (
                  <Base.LinkItem className={styles.item} href={item.href} closeOnClick key={item.id}>
                    {item.label}
                  </Base.LinkItem>
                ) : (
                  <Base.Item className={styles.item} data-tone={item.tone} onClick={item.onSelect} key={item.id}>
                    {item.label}
                  </Base.Item>
                ),
              )}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
