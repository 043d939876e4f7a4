// The quarter at a glance: the first figure of the newest letter set large on deep water, the
// letter's others and the page's own beside it, the tide of the last letters' values, from zero,
// under it.

import { Contour } from '#/ui/Contour/Contour.tsx'
import { type Figure, Figures, FigureValue } from '#/ui/Figures/Figures.tsx'
import { type Letter, portfolioValue } from './amounts.ts'
import styles from './quarter.module.css'

export type QuarterProps = {
  /** Newest first. */
  letters: readonly Letter[]
  /** The page's own figures; one with the label of a letter's figure is that figure. */
  facts: readonly Figure[]
}

export function Quarter({ letters, facts }: QuarterProps) {
  const figures = letters[0]?.figures ?? []
  const [first, ...others] = [...figures, ...facts.filter((fact) => figures.every(({ label }) => label !== fact.label))]
  if (first === undefined) return null
  const course = letters.toReversed()
  return (
    <section className={styles.quarter} data-ground="deep">
      <div className={styles.first}>
        <h2 className={styles.label}>{first.label}</h2>
        <p className={styles.value}>
          <FigureValue text={first.value} />
        </p>
        {first.note !== undefined && <p className={styles.note}>{first.note}</p>}
      </div>
      <div className={styles.others}>
        <Figures items={others} size="small" />
      </div>
      <Contour className={styles.tide} series={course.map(portfolioValue)} lines={26} ratio={6} />
      <ol className={styles.course}>
        {course.map((letter) => (
          <li key={letter.slug}>
            {letter.figures?.[0] !== undefined && (
              <b>
                <FigureValue text={letter.figures[0].value} />
              </b>
            )}{' '}
            {letter.quarter}
          </li>
        ))}
      </ol>
    </section>
  )
}
