// The open roles: title, place, a sentence.

import type { PageSection } from '#/labels/page-sections.ts'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './roles.module.css'

export function Roles({ part }: { part: PageSection }) {
  return (
    <Section label={part.title} aside={part.text}>
      <ul className={styles.roles}>
        {part.items?.map((role) => (
          <li className={styles.role} key={role.title}>
            <h3 className={styles.title}>{role.title}</h3>
            {role.value !== undefined && <p className={styles.place}>{role.value}</p>}
            {role.text !== undefined && <p className={styles.text}>{role.text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
