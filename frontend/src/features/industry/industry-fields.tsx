// One part per industry: what the firm sees in it, what it asks, which companies it holds there.

import { Plural, Trans } from '@lingui/react/macro'
import type { PageData } from '#/app/queries.ts'
import { Html } from '#/ui/Html/Html.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './industry-fields.module.css'

type Industry = PageData<'industry'>['industries']['items'][number]
type Company = PageData<'industry'>['companies']['items'][number]

export type IndustryFieldsProps = { industries: readonly Industry[]; companies: readonly Company[] }

export function IndustryFields({ industries, companies }: IndustryFieldsProps) {
  return industries.map((industry, index) => {
    const held = companies.filter((company) => company.industry.slug === industry.slug)
    return (
      <Section
        id={industry.slug}
        label={
          <>
            {industry.allocation.text} · <Plural value={held.length} one="# company" other="# companies" />
          </>
        }
        title={industry.name}
        key={industry.slug}
      >
        <div className={styles.columns}>
          <div>
            <Prose>
              <p>{industry.summary}</p>
            </Prose>
            <Prose size="small">
              <Html className={styles.body} field={`industries.items.${index}.body`} />
            </Prose>
          </div>
          <div className={styles.side}>
            {industry.questions !== undefined && (
              <>
                <h3 className={styles.title}>
                  <Trans>What we ask</Trans>
                </h3>
                <ul className={styles.questions}>
                  {industry.questions.map((question) => (
                    <li key={question}>{question}</li>
                  ))}
                </ul>
              </>
            )}
            {held.length > 0 && (
              <>
                <h3 className={styles.title}>
                  <Trans>Companies</Trans>
                </h3>
                <ul className={styles.companies}>
                  {held.map((company) => (
                    <li key={company.slug}>
                      <a href={company.href}>{company.name}</a>
                      <span className={styles.year}>{company.invested}</span>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
      </Section>
    )
  })
}
