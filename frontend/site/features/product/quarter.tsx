// The quarter at a glance: the first figure of the newest letter set large on deep water, the
// letter's others and the page's own beside it. Under it the tide of the last letters' values, from
// zero, with the cost as a line across it; a pointer, a finger or the keys read each quarter.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import type { CSSProperties } from 'react'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { type Figure, Figures, FigureValue } from '#/ui/Figures/Figures.tsx'
import { YearReader } from '#/ui/YearReader/YearReader.tsx'
import { type Letter, largeText, portfolioCost, portfolioValue } from './amounts.ts'
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
  return (
    <section className={styles.quarter} data-ground="deep">
      <div>
        <h2 className={styles.label}>{first.label}</h2>
        <p className={styles.value}>
          <FigureValue text={first.value} />
        </p>
        {first.note !== undefined && <p className={styles.note}>{first.note}</p>}
      </div>
      <div className={styles.others}>
        <Figures items={others} size="small" />
      </div>
      <Course letters={letters.toReversed()} />
    </section>
  )
}

/** The drawing of the cost: as high as the largest cost is, in shares of the largest value. */
const LEVEL: CSSProperties = { position: 'absolute', inset: 'auto 0 0' }

const LABEL: CSSProperties = {
  position: 'absolute',
  insetBlockStart: 0,
  paddingInlineEnd: 8,
  background: 'var(--paper)',
  lineHeight: 1,
}

/** Value against cost by quarter, oldest first, on one scale from zero. */
function Course({ letters }: { letters: readonly Letter[] }) {
  const { locale } = usePage()
  const { t } = useLingui()
  const quarters = letters.map((letter) => ({
    slug: letter.slug,
    name: letter.quarter,
    value: largeText(portfolioValue(letter), locale),
    cost: largeText(portfolioCost(letter), locale),
  }))
  const values = letters.map(portfolioValue)
  const costs = letters.map(portfolioCost)
  const share = Math.max(...costs) / Math.max(...values, 1)
  return (
    <>
      <div className={styles.tide}>
        <YearReader
          name={t`Value and cost by quarter`}
          years={quarters.map(({ slug, name, value, cost }) => ({
            id: slug,
            label: name,
            text: t`CNY ${value} bn, cost ${cost} bn`,
          }))}
        >
          <div className={styles.water}>
            <Contour series={values} lines={26} ratio={6} reach={1} />
            <div className={styles.cost} style={{ ...LEVEL, blockSize: `${Math.round(share * 1000) / 10}%` }}>
              <Contour series={costs} lines={1} ratio={6} reach={1} />
              <span aria-hidden="true" style={LABEL}>
                <Trans>Cost</Trans>
              </span>
            </div>
          </div>
        </YearReader>
      </div>
      <ol className={styles.course}>
        {quarters.map(({ slug, name, value, cost }) => (
          <li key={slug}>
            {name}
            <b>
              <Trans>CNY {value} bn</Trans>
            </b>
            <Trans>Cost CNY {cost} bn</Trans>
          </li>
        ))}
      </ol>
    </>
  )
}
