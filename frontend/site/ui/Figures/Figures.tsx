// Figures set large, side by side between hairlines: value, label, and date.

import styles from './Figures.module.css'

export type Figure = { value: string; label: string; note?: string }

export type FiguresProps = {
  items: readonly Figure[]
  /** `giant` for the page's one moment of scale, `small` beside running text. */
  size?: 'giant' | 'large' | 'small'
}

export function Figures({ items, size = 'large' }: FiguresProps) {
  return (
    <dl className={styles.figures} data-size={size}>
      {items.map((item) => (
        <div className={styles.figure} key={item.label}>
          <dt className={styles.label}>{item.label}</dt>
          <dd className={styles.value}>
            <FigureValue text={item.value} />
          </dd>
          {item.note !== undefined && <dd className={styles.note}>{item.note}</dd>}
        </div>
      ))}
    </dl>
  )
}

/**
 * The number large; the text before and after it (currency, unit) small. Two numbers in one figure
 * stay as they are.
 */
export function FigureValue({ text }: { text: string }) {
  const match = /^([^\d+−-]*)([+−-]?[\d,.\s–-]*\d(?:\s?[%×])?)(\D*)$/su.exec(text)
  if (match === null) return <span className={styles.compound}>{text}</span>
  const [, before = '', number = '', after = ''] = match
  return (
    <>
      {before !== '' && <span className={styles.unit}>{before}</span>}
      {number}
      {after !== '' && <span className={styles.unit}>{after}</span>}
    </>
  )
}
