// The funds, one under the other: name, size, what each is for.

import type { SectionItem } from '#/features/sections/sections.ts'
import { FigureValue } from '#/ui/Figures/Figures.tsx'
import styles from './funds.module.css'

export function Funds({ items }: { items: readonly SectionItem[] }) {
  return (
    <ul className={styles.funds}>
      {items.map((fund) => (
        <li className={styles.fund} key={fund.title}>
          <h3 className={styles.name}>{fund.title}</h3>
          {fund.value !== undefined && (
            <p className={styles.size}>
              <FigureValue text={fund.value} />
            </p>
          )}
          {fund.text !== undefined && <p className={styles.text}>{fund.text}</p>}
        </li>
      ))}
    </ul>
  )
}
