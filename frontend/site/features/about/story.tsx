// The firm's story as an essay, with the figures that belong to it in the margin.

import { Trans } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import { ArrowLink, Html } from '@portico/app/ui'
import { type Figure, FigureValue } from '#/ui/Figures/Figures.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './story.module.css'

export function Story({ figures }: { figures: readonly Figure[] }) {
  const href = useHref()
  return (
    <Section
      label={<Trans>The story</Trans>}
      aside={
        <>
          <dl className={styles.figures}>
            {figures.map((figure) => (
              <div className={styles.figure} key={figure.label}>
                <dt>{figure.label}</dt>
                <dd className={styles.value}>
                  <FigureValue text={figure.value} />
                </dd>
                {figure.note !== undefined && <dd className={styles.note}>{figure.note}</dd>}
              </div>
            ))}
          </dl>
          <ArrowLink href={href('financial')}>
            <Trans>Five years in figures</Trans>
          </ArrowLink>
        </>
      }
    >
      <div className={styles.essay}>
        <Prose>
          <Html field="page.body" />
        </Prose>
      </div>
    </Section>
  )
}
