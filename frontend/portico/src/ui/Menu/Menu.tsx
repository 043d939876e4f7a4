// A button that opens a short list of links and actions beneath it. A list of links and buttons,
// not an application's menu: Tab walks it as it walks the page, arrow keys do as well, Escape
// closes it and gives the focus back.

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import buttonStyles from '#/ui/Button/Button.module.css'
import styles from './Menu.module.css'

/** A link or an action. */
export type MenuItem = { id: string; label: ReactNode } & ({ href: string } | { onSelect: () => void })

export type MenuProps = {
  /** Words on the button. */
  children: ReactNode
  /** Accessible name where the words do not suffice; begins with them. */
  label?: string
  title?: string
  /** Its look; a button's by default. */
  className?: string | undefined
  items: readonly MenuItem[]
  /** Shown above the items and cannot be chosen. */
  head?: ReactNode
}

export function Menu({ children, items, head, label, className = buttonStyles.button, ...button }: MenuProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  /**
   * Called before any other step: a caller that opens a dialog returns the focus to its earlier
   * place.
   */
  const leave = () => {
    opener.current?.focus()
    close()
  }
  useEffect(() => {
    if (!open) return
    const pressed = ({ target }: Event) => {
      if (!frame.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', pressed)
    return () => document.removeEventListener('pointerdown', pressed)
  }, [open])
  const press = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Escape') {
      // A dialog around the menu stays open.
      event.stopPropagation()
      leave()
      return
    }
    const stops = Array.from(frame.current?.querySelectorAll<HTMLElement>('button, a') ?? [])
    const next = stops[neighbour(event.key, stops.indexOf(event.target as HTMLElement), stops.length)]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens to what is pressed on the button and the list in it
    <div
      className={styles.menu}
      ref={frame}
      onKeyDown={press}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget !== null && !frame.current?.contains(relatedTarget)) close()
      }}
    >
      <button
        {...button}
        className={className}
        type="button"
        ref={opener}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {open && (
        <div className={styles.list} id={id}>
          {head !== undefined && <p className={styles.head}>{head}</p>}
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                <Item item={item} onLeave={leave} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

function Item({ item, onLeave }: { item: MenuItem; onLeave: () => void }) {
  if ('href' in item) {
    return (
      <a className={styles.item} href={item.href} onClick={onLeave}>
        {item.label}
      </a>
    )
  }
  const choose = () => {
    onLeave()
    item.onSelect()
  }
  return (
    <button className={styles.item} type="button" onClick={choose}>
      {item.label}
    </button>
  )
}

/**
 * The target of a key from one stop of `count`, of which the first is the button: up and down and
 * around, to the first and last item.
 */
function neighbour(key: string, from: number, count: number): number {
  const items = count - 1
  if (key === 'ArrowDown') return (from % items) + 1
  if (key === 'ArrowUp') return from <= 1 ? items : from - 1
  if (key === 'Home') return 1
  return key === 'End' ? items : -1
}
