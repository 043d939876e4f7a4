// Capital by year on the dark ground: first investments below, follow-on above, the moon over the
// highest year, companies under the years, and the page's text about it.

import { Trans, useLingui } from '@lingui/react/macro'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { TideChart } from '#/ui/TideChart/TideChart.tsx'
import { highestYear } from '#/ui/TideChart/tide-chart.ts'
import { YearReader } from '#/ui/YearReader/YearReader.tsx'
import styles from './capital-tide.module.css'
import { Comings } from './comings.tsx'

export type CapitalTideProps = { years: PageData<'total'>['total']['years'] }

export function CapitalTide({ years }: CapitalTideProps) {
  const { t } = useLingui()
  const tide = years.map((year) => ({
    label: String(year.year),
    lower: year.invested.value,
    upper: year.followOn.value,
  }))
  const peak = years[highestYear(tide)]
  const [year, first, later] = [peak?.year, peak?.invested.text, peak?.followOn.text]
  return (
    <>
      <YearReader
        name={t`Capital by year`}
        years={years.map(({ year: label, invested, followOn }) => ({
          label: String(label),
          text: t`${invested.text} first, ${followOn.text} follow-on, million yuan`,
        }))}
      >
        <TideChart
          years={tide}
          lowerLabel={<Trans>First investments</Trans>}
          upperLabel={<Trans>Follow-on</Trans>}
          peakLabel={
            <Trans>
              {year}: {first} + {later}
            </Trans>
          }
          label={t`Capital invested by year in million yuan, highest in ${year}: ${first} first, ${later} follow-on`}
        />
      </YearReader>
      <Comings years={years} />
      <Html className={styles.text} field="page.body" />
    </>
  )
}
