// The team: monograms on contour lines in place of portraits.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/app/queries.ts'
import { Monogram } from '#/ui/Monogram/Monogram.tsx'
import styles from './people.module.css'

export type PeopleProps = { items: PageData<'about'>['people']['items'] }

export function People({ items }: PeopleProps) {
  return (
    <ul className={styles.people}>
      {items.map((person) => (
        <li key={person.slug}>
          <Monogram letters={person.monogram} series={shoreline(person.slug)} />
          <h3 className={styles.name}>{person.name}</h3>
          <p className={styles.role}>{person.role}</p>
          <p className={styles.summary}>{person.summary}</p>
          <p className={styles.joined}>
            <Trans>Since {person.joined}</Trans>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** A line of one's own, from the letters of the name. */
const shoreline = (name: string): number[] =>
  Array.from(name.replaceAll('-', '').slice(0, 7), (letter) => (letter.codePointAt(0) ?? 97) - 90)
