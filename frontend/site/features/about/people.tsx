// The team: monograms on contour lines in place of portraits, the founders larger than the rest.

import { Trans } from '@lingui/react/macro'
import type { PageData } from '#/queries.ts'
import { Monogram } from '#/ui/Monogram/Monogram.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './people.module.css'

type Person = PageData<'about'>['people']['items'][number]

export function People({ items }: { items: readonly Person[] }) {
  const founded = Math.min(...items.map((person) => person.joined))
  return (
    <Section layout="wide" label={<Trans>People</Trans>}>
      <ul className={styles.people} data-rank="founders">
        {items
          .filter((person) => person.joined === founded)
          .map((person) => (
            <PersonEntry person={person} key={person.slug} />
          ))}
      </ul>
      <ul className={styles.people} data-rank="team">
        {items
          .filter((person) => person.joined !== founded)
          .map((person) => (
            <PersonEntry person={person} key={person.slug} />
          ))}
      </ul>
    </Section>
  )
}

function PersonEntry({ person }: { person: Person }) {
  return (
    <li className={styles.person}>
      <Monogram letters={person.monogram} series={shoreline(person.slug)} />
      <h3 className={styles.name}>{person.name}</h3>
      <p className={styles.role}>{person.role}</p>
      <p className={styles.summary}>{person.summary}</p>
      <p className={styles.joined}>
        <Trans>Since {person.joined}</Trans>
      </p>
    </li>
  )
}

/** A line of one's own, from the letters of the name. */
const shoreline = (name: string): number[] =>
  Array.from(name.replaceAll('-', '').slice(0, 7), (letter) => (letter.codePointAt(0) ?? 97) - 90)
