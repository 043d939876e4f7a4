// The open roles: title, place, a sentence. A title leads to the letter below, and fills in which
// role it is about.

import type { PageSection } from '#/labels/page-sections.ts'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './roles.module.css'

export function Roles({ part }: { part: PageSection }) {
  return (
    <Section label={part.title} aside={part.text}>
      <ul className={styles.roles}>
        {part.items?.map((role) => (
          <li className={styles.role} key={role.title}>
            <h3 className={styles.title}>
              {/* biome-ignore lint/a11y/useValidAnchor: it leads to the letter, with a script or without */}
              <a href="#letter" data-hold="" onClick={() => fillIn(role.title ?? '')}>
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

/** Fills in the role as a hand would, so the form checks and keeps it like a typed one. */
function fillIn(role: string): void {
  const field = document.querySelector<HTMLInputElement>('#letter [name=position]')
  if (field === null) return
  // React takes a change for one of its own unless the value is set past it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, role)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  // The browser scrolls to the letter first, and moves the focus there.
  setTimeout(() => field.focus())
}
