// The end of the page: news as a narrow dated column, and beside it, larger, the invitation to send
// a plan.

import { Trans, useLingui } from '@lingui/react/macro'
import { prefixed } from '@portico/app/i18n'
import { useHref, usePage } from '@portico/app/page'
import { ArrowLink, ButtonLink, Reveal } from '@portico/app/ui'
import { categoryLabels } from '#/labels/content-labels.ts'
import type { PageSection } from '#/labels/page-sections.ts'
import type { PageData } from '#/queries.ts'
import { NewsList } from '#/ui/NewsList/NewsList.tsx'
import { Section } from '#/ui/Section/Section.tsx'
import styles from './closing.module.css'

export type ClosingProps = { news: PageData<'home'>['news']; invitation: PageSection | undefined }

export function Closing({ news, invitation }: ClosingProps) {
  const { i18n } = useLingui()
  const href = useHref()
  return (
    <div className={styles.closing}>
      {news.length > 0 && (
        <Section layout="column" label={<Trans>News</Trans>}>
          <div data-search="no">
            <NewsList items={news.map((item) => ({ ...item, kind: i18n._(categoryLabels[item.category]) }))} />
          </div>
          <p className={styles.more}>
            <ArrowLink href={href('news')}>
              <Trans>All news</Trans>
            </ArrowLink>
          </p>
        </Section>
      )}
      {invitation !== undefined && <Invitation part={invitation} />}
    </div>
  )
}

function Invitation({ part }: { part: PageSection }) {
  const { locale } = usePage()
  return (
    <section className={styles.invitation}>
      <Reveal>
        <h2 className={styles.title}>{part.title}</h2>
        {part.text !== undefined && <p className={styles.text}>{part.text}</p>}
        <p className={styles.actions}>
          {part.items?.map(
            ({ href, title }, index) =>
              href !== undefined && (
                <ButtonLink href={prefixed(href, locale)} size="large" variant={index === 0 ? 'primary' : 'outline'} key={href}>
                  {title}
                </ButtonLink>
              ),
          )}
        </p>
      </Reveal>
    </section>
  )
}
