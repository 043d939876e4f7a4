// The details of each field of the map: the firm's view of it, its questions, its companies there.
// The half with the larger shares has a spread each; the others are set two by two.

import { Plural, Trans } from '@lingui/react/macro'
import { Html } from '@portico/app/ui'
import { FigureValue } from '#/ui/Figures/Figures.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { type Company, companiesOf, type Industry, type IndustryData } from './industry-data.ts'
import styles from './industry-fields.module.css'

export function IndustryFields({ industries, companies }: IndustryData) {
  const spreads = Math.ceil(industries.length / 2)
  const fields = industries.map((industry, index) => ({
    industry,
    held: companiesOf(industry, companies),
    body: `industries.items.${index}.body`,
  }))
  return (
    <>
      {fields.slice(0, spreads).map((field) => (
        <Spread {...field} key={field.industry.slug} />
      ))}
      <div className={styles.pairs}>
        {fields.slice(spreads).map((field) => (
          <Half {...field} key={field.industry.slug} />
        ))}
      </div>
    </>
  )
}

type FieldProps = { industry: Industry; held: readonly Company[]; body: string }

function Spread({ industry, held, body }: FieldProps) {
  return (
    <Section id={industry.slug} label={<Share industry={industry} />} title={industry.name}>
      <div className={styles.field}>
        <p className={styles.summary}>{industry.summary}</p>
        <div className={styles.body}>
          <Prose>
            <Html field={body} />
          </Prose>
        </div>
        <Questions industry={industry} />
        <Companies held={held} />
      </div>
    </Section>
  )
}

function Half({ industry, held, body }: FieldProps) {
  return (
    <section className={styles.half} id={industry.slug}>
      <Share industry={industry} />
      <h2 className={styles.halfTitle}>{industry.name}</h2>
      <p className={styles.summary}>{industry.summary}</p>
      <Prose size="small">
        <Html field={body} />
      </Prose>
      <Questions industry={industry} />
      <Companies held={held} />
    </section>
  )
}

const Share = ({ industry }: { industry: Industry }) => (
  <span className={styles.share}>
    <FigureValue text={industry.allocation.text} />
  </span>
)

function Questions({ industry }: { industry: Industry }) {
  if (industry.questions === undefined || industry.questions.length === 0) return null
  return (
    <div className={styles.asking}>
      <h3 className={styles.title}>
        <Trans>What we ask</Trans>
      </h3>
      <ul className={styles.questions}>
        {industry.questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </div>
  )
}

/** The companies in one run of text, each with the year of the first investment. */
function Companies({ held }: { held: readonly Company[] }) {
  if (held.length === 0) return null
  return (
    <div className={styles.ledger}>
      <h3 className={styles.title}>
        <Plural value={held.length} one="# company" other="# companies" />
      </h3>
      <ul className={styles.companies}>
        {held.map((company) => (
          <li className={styles.company} key={company.slug}>
            <a href={company.href}>{company.name}</a> <span className={styles.year}>{company.invested}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
