// No company matches all choices: the choices to remove, and how many companies each choice leaves.

import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '@portico/app/ui'
import { chosenKeys } from './filter.ts'
import type { FiltersProps } from './filters.tsx'
import styles from './nothing-found.module.css'

export function NothingFound({ view, choices }: FiltersProps) {
  const { filter, count, setFilter } = view
  const wider = chosenKeys(filter)
    .map((key) => ({ key, name: choices.nameOf(key, filter[key]), filter: { ...filter, [key]: '' } }))
    .filter((one) => count(one.filter) > 0)
  return (
    <div className={styles.empty}>
      <p className={styles.sentence}>
        <Trans>No company has all of these at once. Take one filter away.</Trans>
      </p>
      <ul className={styles.wider}>
        {wider.map(({ key, name, filter }) => (
          <li key={key}>
            <Button onClick={() => setFilter(filter)}>
              <Trans>Without {name}</Trans>{' '}
              <span className={styles.left}>
                <Plural value={count(filter)} one="# company" other="# companies" />
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
