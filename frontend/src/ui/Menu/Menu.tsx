// A button that opens a list of ways and actions. The list's code is fetched when the button is first approached: a page that
// nobody opens a menu on pays for a button.

import { type ReactNode, useRef, useState } from 'react'
import buttonStyles from '../Button/Button.module.css'
import { usePart } from '../lazy/use-part.ts'
import type { MenuListProps } from './MenuList.tsx'

/** Leads somewhere, or does something. */
export type MenuItem = { id: string; label: ReactNode; tone?: 'danger' } & ({ href: string } | { onSelect: () => void })

export type MenuProps = {
  /** What the button says. */
  children: ReactNode
  /** What it is called where its words do not suffice; begins with them. */
  label?: string
  title?: string
  /** Looks of its own; a button's without. */
  className?: string | undefined
  items: readonly MenuItem[]
  /** Stands above the items and cannot be chosen. */
  head?: ReactNode
}

export function Menu({ children, label, items, head, className = buttonStyles.button, ...button }: MenuProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const { Part: List, load } = usePart<MenuListProps>(async () => (await import('./MenuList.tsx')).MenuList)
  return (
    <>
      <button
        {...button}
        className={className}
        type="button"
        ref={opener}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={async () => {
          if (await load()) setOpen(!open)
        }}
      >
        {children}
      </button>
      {List !== undefined && <List open={open} onOpenChange={setOpen} opener={opener} items={items} head={head} />}
    </>
  )
}
