// The years of the ledger's drawings: one axis for all companies, from the first investment to the
// last figure.

import type { CSSProperties } from 'react'

/** A company's figures: one for each year from the investment on. */
type Figures = { invested: number; series: readonly number[] }

export type Years = { from: number; to: number }

export function yearsOf(companies: readonly Figures[]): Years {
  return {
    from: Math.min(...companies.map(({ invested }) => invested)),
    to: Math.max(...companies.map(lastYear)),
  }
}

/** A company's share of the axis (`--span`), and the share after it (`--after`). */
export function placeOn({ from, to }: Years, company: Figures): CSSProperties {
  const share = (years: number) => Math.round((years / Math.max(to - from, 1)) * 1000) / 1000
  return { '--span': share(company.series.length - 1), '--after': share(to - lastYear(company)) } as CSSProperties
}

const lastYear = ({ invested, series }: Figures) => invested + series.length - 1
