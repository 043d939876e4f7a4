// A colonnade that grows with the site: a column for each of its texts, and free bases for those to
// come. To do without it, remove it from home.tsx and not-found.tsx.

import styles from './Colonnade.module.css'

export type ColonnadeProps = {
  /** Texts of the site; more than fit are not drawn. */
  texts: number
  /** Number of a column that is missing, from the left. */
  missing?: number
}

/** Width of a bay, and how many there are. */
const BAY = 30
const BAYS = 24

export function Colonnade({ texts, missing }: ColonnadeProps) {
  const standing = Math.min(texts, BAYS)
  const bays = Array.from({ length: BAYS }, (_, bay) => bay)
  const columns = bays.filter((bay) => bay < standing && bay !== missing)
  return (
    <svg className={styles.colonnade} viewBox={`0 0 ${BAY * BAYS} 96`} aria-hidden="true">
      <path d={`M0 4h${standing * BAY}v1.5H0zm0 5h${standing * BAY}v1.5H0zM0 91h${BAY * BAYS}v1.5H0z`} />
      <path d={columns.map((bay) => columnAt(bay * BAY + BAY / 2)).join('')} />
      <path className={styles.base} d={bays.map((bay) => `M${bay * BAY + 8} 88h14v3h-14z`).join('')} />
    </svg>
  )
}

/** Capital, tapered shaft, and base. */
const columnAt = (x: number) => `M${x - 7} 10.5h14v2.5h-2.5l1 72h1.5v3h-14v-3h1.5l1-72h-2.5z`
