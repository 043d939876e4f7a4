// The box before a question: questions that have hits, the parts of the site, and contacts.

import { Trans } from '@lingui/react/macro'
import { useHref } from '#/page/paths.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Suggestions } from '#/ui/Suggestions/Suggestions.tsx'
import styles from '../search.module.css'
import type { SiteSearch, Start } from '../site-search.ts'

export type SearchStartProps = { start: Start; site: SiteSearch; onAsk: (q: string) => void }

export function SearchStart({ start, site, onAsk }: SearchStartProps) {
  const href = useHref()
  return (
    <div className={styles.start}>
      {start.suggestions.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            onAsk(((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement).value)
          }}
        >
          <h3 className={styles.label}>
            <Trans>For example</Trans>
          </h3>
          <Suggestions questions={start.suggestions} />
        </form>
      )}
      <div>
        <h3 className={styles.label}>
          <Trans>Parts of this site</Trans>
        </h3>
        <ul className={styles.sections}>
          {start.sections.map((section) => (
            <li key={section.href}>
              <a href={section.href}>{section.label}</a>
            </li>
          ))}
        </ul>
        {site.assistant !== undefined && (
          <ArrowLink href={href(site.assistant)}>
            <Trans>Ask the assistant</Trans>
          </ArrowLink>
        )}
      </div>
    </div>
  )
}
