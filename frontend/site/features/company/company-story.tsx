// The content of a company: its facts in the margin, its story, and its figures down the other
// side.

import { Trans } from '@lingui/react/macro'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { Figures } from '#/ui/Figures/Figures.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import { CompanyFacts } from './company-facts.tsx'
import styles from './company-story.module.css'

export function CompanyStory({ company }: { company: PageData<'company'>['entry'] }) {
  const { figures = [] } = company
  return (
    <Section label={<Trans>The company</Trans>} aside={<CompanyFacts company={company} />}>
      <div className={styles.story}>
        <div className={styles.text}>
          <Prose>
            <Html field="entry.body" />
          </Prose>
        </div>
        {figures.length > 0 && <Figures items={figures} />}
      </div>
    </Section>
  )
}
