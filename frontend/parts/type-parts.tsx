// The scale of type, and the colours of the page's ground.

import styles from './parts.module.css'
import { Shown } from './shown.tsx'

const SIZES = [
  'display',
  'heading-1',
  'heading-2',
  'heading-3',
  'heading-4',
  'text-lead',
  'text-read',
  'text-m',
  'text-s',
] as const
const COLOURS = [
  'paper',
  'paper-raised',
  'paper-sunken',
  'foam',
  'tide-1',
  'tide-2',
  'tide-3',
  'tide-4',
  'tide-5',
  'moon',
] as const
const INKS = ['ink', 'ink-soft', 'ink-faint', 'primary-text', 'danger', 'success'] as const

export function TypeParts() {
  return (
    <>
      {SIZES.map((size) => (
        <Shown name={`--${size}`} key={size}>
          <p style={{ fontFamily: 'var(--serif)', fontSize: `var(--${size})`, lineHeight: 'var(--leading-tight)' }}>
            潮生 2011–2026，Tidewater 18.6%
          </p>
        </Shown>
      ))}
      <Shown name="Grounds and tides">
        <div className={styles.row}>
          {COLOURS.map((colour) => (
            <div key={colour}>
              <div className={styles.swatch} style={{ background: `var(--${colour})` }} />
              <p className={styles.name}>{colour}</p>
            </div>
          ))}
        </div>
      </Shown>
      <Shown name="Inks">
        <div className={styles.row}>
          {INKS.map((ink) => (
            <p style={{ color: `var(--${ink})` }} key={ink}>
              {ink} 潮
            </p>
          ))}
        </div>
      </Shown>
    </>
  )
}
