// All parts in all states, for the developers of the site. Each group has a file; a part that is
// missing here belongs here.

import { ChartParts } from './chart-parts.tsx'
import { ControlParts } from './control-parts.tsx'
import { FieldParts } from './field-parts.tsx'
import { FloatingParts } from './floating-parts.tsx'
import { PageParts } from './page-parts.tsx'
import styles from './parts.module.css'
import { RouteParts } from './route-parts.tsx'
import { StateParts } from './state-parts.tsx'
import { TypeParts } from './type-parts.tsx'
import { GROUNDS, searchOf, THEMES, type View } from './view.ts'
import { WindowParts } from './window-parts.tsx'

const GROUPS = [
  { id: 'type', title: 'Type and colour', Parts: TypeParts },
  { id: 'controls', title: 'Controls', Parts: ControlParts },
  { id: 'fields', title: 'Fields', Parts: FieldParts },
  { id: 'floating', title: 'What floats', Parts: FloatingParts },
  { id: 'states', title: 'States', Parts: StateParts },
  { id: 'page', title: 'Parts of a page', Parts: PageParts },
  { id: 'charts', title: 'Figures and drawings', Parts: ChartParts },
  { id: 'windows', title: 'Windows', Parts: WindowParts },
  { id: 'routes', title: 'Rules of routes', Parts: RouteParts },
]

export function PartsPage({ view }: { view: View }) {
  return (
    <div className={styles.page} data-ground={view.ground}>
      <header className={styles.head}>
        <h1>Parts</h1>
        <Switch label="Language" now={view.locale} of={['zh-CN', 'en']} href={(locale) => searchOf(view, { locale })} />
        <Switch label="Theme" now={view.theme} of={THEMES} href={(theme) => searchOf(view, { theme })} />
        <Switch label="Ground" now={view.ground} of={GROUNDS} href={(ground) => searchOf(view, { ground })} />
        <nav className={styles.switch} aria-label="Groups">
          {GROUPS.map(({ id, title }) => (
            <a href={`#${id}`} key={id}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        {GROUPS.map(({ id, title, Parts }) => (
          <section className={styles.group} id={id} key={id}>
            <h2 className={styles.title}>{title}</h2>
            <Parts />
          </section>
        ))}
      </main>
    </div>
  )
}

type SwitchProps<Value extends string> = {
  label: string
  now: Value
  of: readonly Value[]
  href: (value: Value) => string
}

function Switch<Value extends string>({ label, now, of, href }: SwitchProps<Value>) {
  return (
    <nav className={styles.switch} aria-label={label}>
      {of.map((value) => (
        <a href={href(value)} aria-current={value === now ? 'true' : undefined} key={value}>
          {value}
        </a>
      ))}
    </nav>
  )
}
