// The page's moment of scale: assets of all years as one tide across the page, over it the first of
// the page's facts. The name of that fact is the spread's label.

import { useLingui } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { assetsText } from '#/labels/assets.ts'
import { type Figure, Figures, FigureValue } from '#/ui/Figures/Figures.tsx'
import { TideLine } from '#/ui/TideLine/TideLine.tsx'
import { YearReader } from '#/ui/YearReader/YearReader.tsx'
import styles from './assets-tide.module.css'
import type { FinancialYear } from './financial-charts.tsx'

export type AssetsTideProps = { years: readonly FinancialYear[]; facts: readonly Figure[] }

export function AssetsTide({ years, facts }: AssetsTideProps) {
  const { locale } = usePage()
  const { t } = useLingui()
  const [giant, ...others] = facts
  const points = years.map(({ year, assets }) => ({
    label: String(year),
    value: assets.value,
    text: assetsText(assets, locale),
  }))
  const [first, last] = [points[0], points.at(-1)]
  const [from, before, to, now] = [first?.label, first?.text, last?.label, last?.text]
  const label = t`Assets under management by year: ${before} in ${from}, ${now} in ${to}`
  return (
    <div className={styles.spread}>
      <div className={styles.figures}>
        {giant !== undefined && (
          <p className={styles.giant}>
            <span className={styles.value}>
              <FigureValue text={giant.value} />
            </span>
            {giant.note !== undefined && <span className={styles.note}>{giant.note}</span>}
          </p>
        )}
        {others.length > 0 && (
          <div className={styles.others}>
            <Figures items={others} size="small" />
          </div>
        )}
      </div>
      <YearReader
        name={t`Assets under management`}
        years={points.map(({ label: year, text }) => ({ label: year, text: t`${text} billion yuan` }))}
      >
        <TideLine years={points} label={label} />
      </YearReader>
    </div>
  )
}
