// The site's other content on a company: its case, by the figure that changed, beside its news.

import { Trans, useLingui } from '@lingui/react/macro'
import { categoryLabels } from '#/labels/content-labels.ts'
import type { PageData } from '#/queries.ts'
import { ChangeFigure } from '#/ui/Change/Change.tsx'
import { NewsList } from '#/ui/NewsList/NewsList.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './elsewhere.module.css'

type Company = PageData<'company'>
export type ElsewhereProps = { cases: Company['cases']['items']; news: Company['news']['items'] }

export function Elsewhere({ cases, news }: ElsewhereProps) {
  const { i18n } = useLingui()
  if (cases.length === 0 && news.length === 0) return null
  return (
    <div className={styles.elsewhere} data-search="no">
      {cases.map((entry) => (
        <Section layout="column" label={<Trans>The case</Trans>} key={entry.href}>
          <div className={styles.told}>
            {entry.figures.slice(0, 1).map((figure) => (
              <ChangeFigure figure={figure} size="large" key={figure.label} />
            ))}
            <div>
              <h3>
                <a href={entry.href}>{entry.title}</a>
              </h3>
              <p className={styles.summary}>{entry.summary}</p>
            </div>
          </div>
        </Section>
      ))}
      {news.length > 0 && (
        <Section layout="column" label={<Trans>News</Trans>}>
          <NewsList items={news.map((item) => ({ ...item, kind: i18n._(categoryLabels[item.category]) }))} />
        </Section>
      )}
    </div>
  )
}
