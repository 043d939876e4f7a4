// The firm's years along a vertical line: every year once, large, with its events.

import { Trans } from '@lingui/react/macro'
import { monthText } from '@portico/app/i18n'
import { usePage } from '@portico/app/page'
import type { PageData } from '#/queries.ts'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './years.module.css'

type Moment = NonNullable<PageData<'about'>['page']['timeline']>[number]

export function Years({ items }: { items: readonly Moment[] }) {
  const { locale } = usePage()
  return (
    <Section label={<Trans>The years</Trans>}>
      <ol className={styles.years}>
        {byYear(items).map(({ year, moments }) => (
          <li className={styles.year} key={year}>
            <p className={styles.number}>{year}</p>
            <ul className={styles.moments}>
              {moments.map((moment) => (
                <li key={moment.text}>
                  {moment.date !== year && (
                    <time className={styles.date} dateTime={moment.date}>
                      {monthText(moment.date, locale)}
                    </time>
                  )}{' '}
                  {moment.text}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** Moments gathered under their years, in the order they come. */
function byYear(items: readonly Moment[]): { year: string; moments: Moment[] }[] {
  const years = new Map<string, Moment[]>()
  for (const moment of items) {
    const year = moment.date.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), moment])
  }
  return Array.from(years, ([year, moments]) => ({ year, moments }))
}
