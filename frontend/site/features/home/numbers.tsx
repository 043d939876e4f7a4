// Three figures of unequal weight: one set giant, two beside it under the few sentences that
// describe the firm.

import { Trans } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import { ArrowLink, Html, Reveal } from '@portico/app/ui'
import { type Figure, Figures, FigureValue } from '#/ui/Figures/Figures.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './numbers.module.css'

export function Numbers({ figures }: { figures: readonly Figure[] }) {
  const href = useHref()
  const [first, ...others] = figures
  return (
    <section className={styles.numbers}>
      <Reveal className={styles.first}>
        <h2 className={styles.label}>
          <Trans>In figures</Trans>
        </h2>
        {first !== undefined && (
          <dl>
            <dt className={styles.name}>{first.label}</dt>
            <dd className={styles.giant}>
              <FigureValue text={first.value} />
            </dd>
            {first.note !== undefined && <dd className={styles.note}>{first.note}</dd>}
          </dl>
        )}
        <ArrowLink href={href('financial')}>
          <Trans>Five years in figures</Trans>
        </ArrowLink>
      </Reveal>
      <Reveal className={styles.rest}>
        <Prose>
          <Html field="page.body" />
        </Prose>
        <Figures items={others} />
      </Reveal>
    </section>
  )
}
