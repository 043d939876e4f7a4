// A few companies beside each other, each under its contour.

import type { PageData } from '#/app/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import styles from './company-list.module.css'

export type CompanyListProps = { items: PageData<'company'>['related'] }

export function CompanyList({ items }: CompanyListProps) {
  return (
    <ul className={styles.list}>
      {items.map((company) => (
        <li className={styles.item} key={company.href}>
          <Contour className={styles.contour} series={company.series} lines={6} ratio={4} />
          <h3 className={styles.name}>
            <a href={company.href}>{company.name}</a>
          </h3>
          <p className={styles.summary}>{company.summary}</p>
        </li>
      ))}
    </ul>
  )
}
