// The museum's drawings: its mark, a crane over water, and the quay with its three sheds.

import styles from './Quay.module.css'

export function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M7 24 9 14h7l2 10M9 14l4-8 13-3v11M8 19h9" />
      <path d="M3 28c2.2-1.8 4.3-1.8 6.5 0s4.3 1.8 6.5 0 4.3-1.8 6.5 0 4.3 1.8 6.5 0" />
    </svg>
  )
}

/** Sheds and cranes along the water, as wide as the page. */
export function Quay() {
  return (
    <svg className={styles.quay} viewBox="0 0 1200 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <circle cx="905" cy="112" r="58" />
      <path className={styles.solid} d="M40 160v-52l70-30 70 30v52zM196 160v-52l70-30 70 30v52zM352 160v-52l70-30 70 30v52z" />
      <path d="M600 160l10-62h40l10 62M612 98l22-62 96-24v94M616 128h38" />
      <path d="M760 160l8-48h30l8 48M770 112l18-48 74-18v70" />
      <path className={styles.solid} d="M990 160h170l-18 24h-134zM1040 160v-26h70v26zM1088 134v-22h12v22z" />
      <path d="M0 162h1200M30 184h90M170 190h140M400 182h60M520 190h170M760 184h90M880 192h60" />
    </svg>
  )
}
