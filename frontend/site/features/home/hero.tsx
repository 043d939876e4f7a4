// The top of the home page: a sentence, the firm's business, and under both its assets by year as a
// rising tide that fills the window, with the moon over the last year.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink } from '@portico/app/ui'
import type { CSSProperties } from 'react'
import { assetsText } from '#/labels/assets.ts'
import type { PageData } from '#/queries.ts'
import { Contour } from '#/ui/Contour/Contour.tsx'
import { TOP } from '#/ui/Contour/contour.ts'
import { Sentences } from '#/ui/Sentences/Sentences.tsx'
import styles from './hero.module.css'

export type HeroProps = {
  page: PageData<'home'>['page']
  /** Assets by year, oldest first. */
  years: PageData<'home'>['years']['items']
}

export function Hero({ page, years }: HeroProps) {
  const { t } = useLingui()
  const { locale } = usePage()
  const href = useHref()
  const [first, last] = [years[0], years.at(-1)]
  const highest = Math.max(...years.map((year) => year.assets.value), Number.MIN_VALUE)
  return (
    <header className={styles.hero}>
      <div className={styles.words}>
        {page.kicker !== undefined && (
          <p className={styles.kicker} data-search="no">
            {page.kicker}
          </p>
        )}
        <h1 className={styles.sentence}>
          <Sentences text={page.lead ?? page.title} />
        </h1>
        <p className={styles.firm}>{page.summary}</p>
        <ArrowLink href={href('invested')}>
          <Trans>All companies</Trans>
        </ArrowLink>
      </div>
      {first !== undefined && last !== undefined && (
        <figure className={styles.figure}>
          <div className={styles.plot}>
            <Contour
              className={styles.contour}
              series={years.map((year) => year.assets.value)}
              lines={80}
              swells={4}
              lag={0.8}
              reach={1}
              ratio={6}
              label={t`Assets under management rose from ${assetsText(first.assets, locale)} billion yuan in ${first.year} to ${assetsText(last.assets, locale)} billion in ${last.year}.`}
            />
            <span className={styles.moon} aria-hidden="true" />
            <ol className={styles.years} aria-hidden="true">
              {years.map((year, index) => (
                <li
                  className={styles.year}
                  style={at(index / Math.max(years.length - 1, 1), year.assets.value / highest)}
                  key={year.year}
                >
                  <b className={styles.value}>{assetsText(year.assets, locale)}</b>
                  <span className={styles.when}>
                    {year === last ? <Trans>billion yuan under management, {year.year}</Trans> : year.year}
                  </span>
                </li>
              ))}
            </ol>
          </div>
          <figcaption className={styles.caption} data-search="no">
            <Trans>
              Assets under management, billion yuan, at the end of each year. Every line is drawn from these five figures.
            </Trans>
          </figcaption>
        </figure>
      )}
    </header>
  )
}

/** The position of a year: shares of the drawing's width and of its highest figure. */
const at = (x: number, y: number): CSSProperties =>
  ({ '--x': `${percent(x)}%`, '--y': `${percent(y * (1 - TOP))}%` }) as CSSProperties

const percent = (share: number): number => Math.round(share * 1000) / 10
