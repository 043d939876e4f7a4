// The open roles: title, place, a sentence. A title leads to the letter below, and fills in which
// role it is about.

import type { PageSection } from '#/labels/page-sections.ts'
import { Section } from '#/ui/Section/Section.tsx'
import { rewriteField } from './rewrite.ts'
import styles from './roles.module.css'

export function Roles({ part }: { part: PageSection }) {
  return (
    <Section label={part.title} aside={part.text}>
      <ul className={styles.roles}>
        {part.items?.map((role) => (
          <li className={styles.role} key={role.title}>
            <h3 className={styles.title}>
              {/* biome-ignore lint/a11y/useValidAnchor: it leads to the letter, with a script or without */}
              <a href="#letter" data-hold="" onClick={() => rewriteField('position', () => role.title ?? '')}>
                {role.title}
              </a>
            </h3>
            {role.value !== undefined && <p className={styles.place}>{role.value}</p>}
            {role.text !== undefined && <p className={styles.text}>{role.text}</p>}
          </li>
        ))}
      </ul>
    </Section>
  )
}
