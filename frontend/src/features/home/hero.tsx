// The first thing anyone sees: a sentence, and under it the firm's assets by year as a rising tide.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '#/app/page.tsx'
import type { PageData } from '#/app/queries.ts'
import { assetsText } from '#/features/money/assets.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import styles from './hero.module.css'

export type HeroProps = {
  page: PageData<'home'>['page']
  /** Assets by year, oldest first. */
  years: PageData<'home'>['years']['items']
}

export function Hero({ page, years }: HeroProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const [first, last] = [years[0], years.at(-1)]
  return (
    <header className={styles.hero}>
      <div className={styles.words}>
        {page.kicker !== undefined && <p className={styles.kicker}>{page.kicker}</p>}
        <h1 className={styles.sentence}>{page.lead ?? page.title}</h1>
      </div>
      {first !== undefined && last !== undefined && (
        <figure className={styles.figure}>
          <Contour
            className={styles.contour}
            series={years.map((year) => year.assets.value)}
            lines={26}
            ratio={5}
            label={t`Assets under management rose from ${assetsText(first.assets, locale)} billion yuan in ${first.year} to ${assetsText(last.assets, locale)} billion in ${last.year}.`}
          />
          <ol className={styles.years} aria-hidden="true">
            {years.map((year) => (
              <li key={year.year}>
                <b>{assetsText(year.assets, locale)}</b> {year.year}
              </li>
            ))}
          </ol>
          <figcaption className={styles.caption}>
            <Trans>
              Assets under management, billion yuan, at the end of each year. Every line is drawn from these five figures.
            </Trans>
          </figcaption>
        </figure>
      )}
    </header>
  )
}
