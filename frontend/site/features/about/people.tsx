// The team as a ledger on one axis of years: each person's line begins in the year they joined, and
// the companies that they have looked after since their first year are dots on it.

import { Trans } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { PageData } from '#/queries.ts'
import { Section } from '#/ui/Section/Section.tsx'
import { lifeOf } from './life.ts'
import styles from './people.module.css'

type Person = PageData<'about'>['people']['items'][number]
type Company = PageData<'about'>['companies']['items'][number]

export type PeopleProps = {
  items: readonly Person[]
  companies: readonly Company[]
  /** The last year of the lines. */
  until: number
}

export function People({ items, companies, until }: PeopleProps) {
  const founded = Math.min(...items.map((person) => person.joined))
  const place = (year: number) => ({ '--at': `${lifeOf({ from: year }, founded, until).start}%` }) as CSSProperties
  return (
    <Section layout="wide" label={<Trans>People</Trans>}>
      <ul className={styles.people}>
        {items.map((person) => {
          const own = companies.filter((company) => company.partner?.slug === person.slug)
          return (
            <li className={styles.person} key={person.slug}>
              <div>
                <h3 className={styles.name}>{person.name}</h3>
                <p className={styles.soft}>{person.role}</p>
              </div>
              <div>
                <div className={styles.line} style={place(person.joined)} aria-hidden="true">
                  {own
                    .filter(({ invested }) => invested >= person.joined)
                    .map((company) => (
                      <i className={styles.dot} style={place(company.invested)} key={company.slug} />
                    ))}
                </div>
                <p>{person.summary}</p>
                {own.length > 0 && (
                  <p className={styles.companies}>
                    {own.map((company) => (
                      <span key={company.slug}>
                        <a href={company.href}>{company.name}</a> {company.invested}
                      </span>
                    ))}
                  </p>
                )}
              </div>
              <p className={styles.joined}>
                <Trans>Since {person.joined}</Trans>
              </p>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
