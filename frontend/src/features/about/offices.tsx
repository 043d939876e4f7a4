// The offices: city and address.

import type { SectionItem } from '#/features/sections/sections.ts'
import styles from './offices.module.css'

export function Offices({ items }: { items: readonly SectionItem[] }) {
  return (
    <ul className={styles.offices}>
      {items.map((office) => (
        <li className={styles.office} key={office.title}>
          <h3>{office.title}</h3>
          {office.value !== undefined && <p>{office.value}</p>}
          {office.text !== undefined && <p className={styles.address}>{office.text}</p>}
        </li>
      ))}
    </ul>
  )
}
