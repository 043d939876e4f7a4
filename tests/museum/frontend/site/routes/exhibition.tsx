// An exhibition: its days and room, picture, text, and its artists.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink, Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { DayRange } from '#/ui/DayRange/DayRange.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Picture } from '#/ui/Picture/Picture.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './exhibition.module.css'

export default function Page() {
  const { entry } = usePage<PageData<'exhibition'>>().data
  const href = useHref()
  return (
    <article>
      <PageHead title={entry.title} lead={entry.summary}>
        <p className={styles.facts}>
          <DayRange opens={entry.opens} closes={entry.closes} />
          <span>{entry.room}</span>
        </p>
      </PageHead>
      <Picture picture={entry.picture} alt={entry.alt} sizes="(min-width: 82rem) 72rem, 90vw" className={styles.picture} eager />
      <div className={styles.columns}>
        <Prose>
          <Html field="entry.body" />
        </Prose>
        <aside className={styles.artists} aria-labelledby="artists">
          <h2 id="artists">
            <Trans>Artists</Trans>
          </h2>
          <ul>
            {entry.artists.map((artist) => (
              <li key={artist.href}>
                <a href={artist.href}>{artist.name}</a>
                <p>{artist.summary}</p>
              </li>
            ))}
          </ul>
        </aside>
      </div>
      <ArrowLink href={href('exhibitions')} direction="back">
        <Trans>All exhibitions</Trans>
      </ArrowLink>
    </article>
  )
}
