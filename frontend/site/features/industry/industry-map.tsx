// The map of shares, and under it the sentence of the field one points at or walks to.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Treemap } from '#/ui/Treemap/Treemap.tsx'
import { companiesOf, type IndustryData } from './industry-data.ts'
import styles from './industry-map.module.css'

/** How the map is used; the second half does not apply to touch. */
export const MapHint = () => (
  <Trans>
    Choose a field to read on. <span className={styles.keys}>The arrow keys walk the map.</span>
  </Trans>
)

export function IndustryMap({ industries, companies }: IndustryData) {
  const { t } = useLingui()
  const [visited, setVisited] = useState(0)
  const items = industries.map((industry) => ({
    id: industry.slug,
    name: industry.name,
    value: industry.allocation.value,
    text: industry.allocation.text,
    note: <Plural value={companiesOf(industry, companies).length} one="# company" other="# companies" />,
    href: `#${industry.slug}`,
  }))
  return (
    <>
      <Treemap items={items} label={t`Industries by their share of invested capital`} onVisit={setVisited} />
      <div className={styles.sentences}>
        {industries.map((industry, index) => (
          <p className={styles.sentence} data-shown={index === visited} aria-hidden={index !== visited} key={industry.slug}>
            <b className={styles.name}>{industry.name}</b> {industry.summary}
          </p>
        ))}
      </div>
    </>
  )
}
