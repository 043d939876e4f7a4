// A chart by year that answers: pointer, finger and arrow keys choose a year, a plumb line marks
// it, and its values are written out and read aloud. It is a range input over the drawing, so
// that keys, touch and screen readers work as in any other. One year is chosen for all charts of a
// page; it is in the address, so that it can be sent.

import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import styles from './YearReader.module.css'

export type YearReaderProps = {
  /** Name of the chart, for screen readers. */
  name: string
  /**
   * Oldest first: the year, and its values in words; `id` is its name in the address where the
   * label is one language's.
   */
  years: readonly { label: string; text: string; id?: string }[]
  /** `columns` have their years in the middle of equal parts, lines at both ends. */
  shape?: 'line' | 'columns'
  children: ReactNode
}

export function YearReader({ name, years, shape = 'line', children }: YearReaderProps) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const [hovered, setHovered] = useState<number>()
  const asked = years.findIndex(({ label, id = label }) => id === new URLSearchParams(search).get('year'))
  const chosen = hovered ?? (asked < 0 ? undefined : asked)
  const last = years.length - 1
  const year = chosen === undefined ? undefined : years[chosen]
  const place = { '--year': placeOf(chosen ?? last, years.length, shape), '--title': shape === 'columns' ? '40px' : '0px' }
  const choose = (index: number) =>
    void navigate({ search: `?year=${years[index]?.id ?? years[index]?.label}` }, { replace: true, preventScrollReset: true })
  const hover = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType !== 'mouse') return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setHovered(indexAt((event.clientX - left) / width, years.length, shape))
  }
  return (
    <div className={styles.reader} style={place as CSSProperties}>
      {children}
      {year !== undefined && (
        <div className={styles.plumb}>
          <output className={styles.values}>
            <b>{year.label}</b> {year.text}
          </output>
        </div>
      )}
      <input
        className={styles.input}
        type="range"
        min={0}
        max={last}
        value={chosen ?? last}
        aria-label={name}
        aria-valuetext={spoken(year ?? years[last])}
        onChange={(event) => choose(Number(event.target.value))}
        onPointerMove={hover}
        onPointerLeave={() => setHovered(undefined)}
      />
    </div>
  )
}

const spoken = (year: YearReaderProps['years'][number] | undefined) => `${year?.label}: ${year?.text}`

/** The place of a year, as a share of the width. */
export function placeOf(index: number, count: number, shape: 'line' | 'columns'): number {
  const place = shape === 'columns' ? (index + 0.5) / count : index / Math.max(count - 1, 1)
  return Math.round(place * 1000) / 1000
}

/** The year that is nearest to a share of the width. */
export function indexAt(share: number, count: number, shape: 'line' | 'columns'): number {
  const index = shape === 'columns' ? Math.floor(share * count) : Math.round(share * (count - 1))
  return Math.min(Math.max(index, 0), count - 1)
}
