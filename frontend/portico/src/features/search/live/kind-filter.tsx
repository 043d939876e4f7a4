// Filters by kind, each with the number of its hits. In the box they are buttons, on the page
// links.

import { useLingui } from '@lingui/react/macro'
import type { Found, Question } from '../found.ts'
import { Kinds, KindText } from '../hits.tsx'
import styles from '../search.module.css'
import type { SiteSearch } from '../site-search.ts'
import { useKindName } from './use-kind-name.ts'

export type KindFilterProps = {
  site: SiteSearch
  question: Question
  found: Found | undefined
  /** Chooses a kind, or every kind; left out where links do so. */
  onChoose?: (kind: string) => void
  /** Address of the hits of a kind. */
  hrefOf?: (kind: string) => string
}

export function KindFilter({ site, question, found, onChoose, hrefOf }: KindFilterProps) {
  const { t } = useLingui()
  const nameOf = useKindName(site)
  const counts = found?.kinds ?? []
  if (counts.length < 2) return null
  const all = { kind: '', count: counts.reduce((sum, { count }) => sum + count, 0) }
  return (
    <Kinds label={t`Kinds of pages`}>
      {[all, ...counts].map(({ kind, count }) => {
        const chosen = kind === question.kind
        const words = <KindText label={kind === '' ? t`Everything` : nameOf(kind)} count={count} />
        return (
          <li key={kind}>
            {hrefOf === undefined ? (
              <button className={styles.kind} type="button" aria-pressed={chosen} onClick={() => onChoose?.(kind)}>
                {words}
              </button>
            ) : (
              <a className={styles.kind} href={hrefOf(kind)} aria-current={chosen ? 'page' : undefined}>
                {words}
              </a>
            )}
          </li>
        )
      })}
    </Kinds>
  )
}
