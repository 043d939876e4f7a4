// Things drawn as their own count: one shape for each die, each hearing aid, each lorry, and those
// that the figure counts are filled. Several counts side by side show the change.

import type { PageData } from '#/queries.ts'
import styles from './Count.module.css'
import { drawCount } from './count.ts'

export type CountProps = {
  drawing: NonNullable<PageData<'case'>['entry']['drawing']>
  /** `ends` shows the first and the last count without words, beside a figure that has them. */
  shape?: 'all' | 'ends'
}

export function Count({ drawing, shape = 'all' }: CountProps) {
  const { steps, caption } = drawing
  const shown = shape === 'all' ? steps : steps.filter((_, index) => index === 0 || index === steps.length - 1)
  return (
    <figure className={styles.count} data-thing={drawing.thing} data-search="no">
      <ol className={styles.steps}>
        {shown.map((step) => (
          <li key={step.label}>
            <Things thing={drawing.thing} total={drawing.total} marked={step.places ?? step.marked ?? 0} />
            {shape === 'all' && (
              <p className={styles.step}>
                <b>{step.value}</b> {step.label}
              </p>
            )}
          </li>
        ))}
      </ol>
      {shape === 'all' && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  )
}

function Things({ thing, total, marked }: { thing: CountProps['drawing']['thing']; total: number; marked: number | number[] }) {
  const { width, height, stroke, ...paths } = drawCount(thing, total, marked)
  const ink = stroke
    ? { stroke: 'currentColor', strokeWidth: stroke.width, strokeDasharray: stroke.dashes }
    : { fill: 'currentColor' }
  return (
    <svg className={styles.things} viewBox={`0 0 ${width} ${height}`} {...ink} aria-hidden="true">
      <path d={paths.others} />
      <path className={styles.marked} d={paths.marked} />
    </svg>
  )
}
