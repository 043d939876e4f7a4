// The offices, each a step further down: city, people, since when, and where.

import { Trans } from '@lingui/react/macro'
import type { PageSection } from '#/labels/page-sections.ts'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './offices.module.css'

export function Offices({ part }: { part: PageSection }) {
  return (
    <Section layout="wide" label={part.title} aside={part.text}>
      <ul className={styles.offices}>
        {part.items?.map((office) => (
          <li className={styles.office} key={office.title}>
            <h3 className={styles.city}>{office.title}</h3>
            <p className={styles.address}>{office.text}</p>
            <p className={styles.fact}>{office.value}</p>
            {office.from !== undefined && (
              <p className={styles.fact}>
                <Trans>Opened in {office.from}</Trans>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
