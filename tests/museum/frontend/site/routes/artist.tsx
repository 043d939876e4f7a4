// An artist, and the exhibitions of theirs here, newest first.

import { Trans } from '@lingui/react/macro'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink, Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { ExhibitionGrid } from '#/ui/ExhibitionCard/ExhibitionCard.tsx'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './artist.module.css'

export default function Page() {
  const { entry, exhibitions } = usePage<PageData<'artist'>>().data
  const href = useHref()
  const { born } = entry
  return (
    <article>
      <PageHead title={entry.name} lead={entry.summary}>
        <p className={styles.born}>
          <Trans>Born in {born}</Trans>
        </p>
      </PageHead>
      <Prose>
        <Html field="entry.body" />
      </Prose>
      <section className={styles.shown} aria-labelledby="shown">
        <h2 id="shown">
          <Trans>Exhibitions here</Trans>
        </h2>
        <ExhibitionGrid items={exhibitions.items} heading="h3" />
      </section>
      <ArrowLink href={href('artists')} direction="back">
        <Trans>All artists</Trans>
      </ArrowLink>
    </article>
  )
}
