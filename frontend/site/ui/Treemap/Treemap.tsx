// Shares as fields of a map, wide on a desktop and upright on a phone. Each field is a link. Tab
// enters the map, the arrow keys move from field to neighbouring field, Enter follows the link;
// without JavaScript Tab moves through all of them as through any list.

import { type CSSProperties, type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { FigureValue } from '#/ui/Figures/Figures.tsx'
import styles from './Treemap.module.css'
import { type Direction, type Field, neighbour, treemap } from './treemap.ts'

export type TreemapItem = { id: string; name: string; value: number; text: string; note?: ReactNode; href: string }

export type TreemapProps = {
  items: readonly TreemapItem[]
  /** Description of the map. */
  label: string
  /** The field that the visitor points at or has walked to. */
  onVisit?: (index: number) => void
}

/** Width to height of the map on a desk, and on a phone. */
const RATIO = 2
const UPRIGHT_RATIO = 0.5

const DIRECTIONS: { [key: string]: Direction } = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export function Treemap({ items, label, onVisit }: TreemapProps) {
  const values = items.map((item) => item.value)
  const [wide, upright] = [treemap(values, RATIO), treemap(values, UPRIGHT_RATIO)]
  const highest = Math.max(...values, Number.MIN_VALUE)
  const { map, stop, onFocus, onKeyDown } = useWalk(onVisit)
  return (
    <ul className={styles.map} aria-label={label} ref={map} onFocus={onFocus} onKeyDown={onKeyDown}>
      {items.map((item, index) => (
        <li
          className={styles.field}
          style={{ ...place(wide[index], upright[index]), ...size(item.value / highest) }}
          data-step={step(item.value / highest)}
          onPointerEnter={() => onVisit?.(index)}
          key={item.id}
        >
          <a className={styles.link} href={item.href} tabIndex={stop === undefined || stop === index ? undefined : -1}>
            <span className={styles.name}>{item.name}</span>
            <span className={styles.value}>
              <FigureValue text={item.text} />
            </span>
            {item.note !== undefined && <span className={styles.note}>{item.note}</span>}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** The one field at which Tab stops, once there is a script, and how the arrow keys move it. */
function useWalk(onVisit: TreemapProps['onVisit']) {
  const map = useRef<HTMLUListElement>(null)
  const [stop, setStop] = useState<number>()
  useEffect(() => setStop(0), [])
  const links = () => Array.from(map.current?.querySelectorAll('a') ?? [])
  const onFocus = (event: FocusEvent) => {
    const index = links().indexOf(event.target as HTMLAnchorElement)
    if (index < 0) return
    setStop(index)
    onVisit?.(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = links().indexOf(event.target as HTMLAnchorElement)
    const direction = DIRECTIONS[event.key]
    if (from < 0 || direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    // As they are laid out now, so that the keys follow the visible order, on a desktop and on a
    // phone.
    const fields = links().map((link) => link.getBoundingClientRect())
    event.preventDefault()
    links()[neighbour(fields, from, direction)]?.focus()
  }
  return { map, stop, onFocus, onKeyDown }
}

/** Four steps of blue: the larger the share, the deeper. */
const step = (share: number): number => Math.min(4, 1 + Math.floor(share * 4))

/** Figures grow as the sides of their fields do, not as their areas. */
const size = (share: number) => ({ '--size': Math.round(Math.sqrt(share) * 100) / 100 }) as CSSProperties

function place(wide: Field = NOWHERE, upright: Field = NOWHERE): CSSProperties {
  return { ...box('', wide), ...box('u', upright) } as CSSProperties
}

const NOWHERE: Field = { x: 0, y: 0, width: 0, height: 0 }

const box = (prefix: string, { x, y, width, height }: Field) => ({
  [`--${prefix}x`]: `${x}%`,
  [`--${prefix}y`]: `${y}%`,
  [`--${prefix}w`]: `${width}%`,
  [`--${prefix}h`]: `${height}%`,
})
