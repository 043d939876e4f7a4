// The result of a question: the number of hits, or why there are none and a next step.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useHref } from '#/page/paths.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Button } from '#/ui/Button/Button.tsx'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import { Empty, Failed, Waiting } from '#/ui/State/State.tsx'
import type { Question } from '../found.ts'
import styles from '../search.module.css'
import type { SiteSearch } from '../site-search.ts'
import type { Search } from './use-search.ts'

export type OutcomeProps = {
  search: Search
  question: Question
  site: SiteSearch
  /** Asks another question. */
  onAsk: (q: string) => void
  /** Asks the same of every kind. */
  onEveryKind: () => void
  /** Hits, and the parts around them. */
  children: ReactNode
}

export function Outcome({ search, question, site, onAsk, onEveryKind, children }: OutcomeProps) {
  const { status, found, retry } = search
  const isNothing = status === 'found' && found?.total === 0
  return (
    <>
      <p className={styles.status} role="status">
        {status === 'found' && found !== undefined && found.total > 0 && (
          <Plural value={found.total} one="# page found" other="# pages found" />
        )}
        {isNothing && (
          <Hidden>
            <Trans>Nothing found</Trans>
          </Hidden>
        )}
      </p>
      {status === 'waiting' && found === undefined && (
        <Waiting>
          <Trans>Looking …</Trans>
        </Waiting>
      )}
      {status === 'offline' && (
        <Failed>
          <Trans>There is no connection. The search goes on by itself when it is back.</Trans>
        </Failed>
      )}
      {status === 'limited' && (
        <Failed onRetry={retry}>
          <Trans>Many searches came from here in a short time. Please wait a minute.</Trans>
        </Failed>
      )}
      {status === 'failed' && (
        <Failed onRetry={retry}>
          <Trans>The search does not answer just now.</Trans>
        </Failed>
      )}
      {found?.didYouMean !== undefined && <DidYouMean words={found.didYouMean} onAsk={onAsk} />}
      {isNothing && <Nothing question={question} site={site} onEveryKind={onEveryKind} />}
      {status !== 'idle' && found !== undefined && <div aria-busy={status === 'waiting' || undefined}>{children}</div>}
    </>
  )
}

function DidYouMean({ words, onAsk }: { words: string; onAsk: (q: string) => void }) {
  return (
    <p>
      <Trans>Did you mean</Trans>{' '}
      <button className={styles.other} type="button" onClick={() => onAsk(words)}>
        {words}
      </button>
    </p>
  )
}

function Nothing({ question, site, onEveryKind }: Pick<OutcomeProps, 'question' | 'site' | 'onEveryKind'>) {
  const { t } = useLingui()
  const href = useHref()
  return (
    <Empty title={t`No page says anything about “${question.q}”.`}>
      <p>
        <Trans>Fewer or other words may find it.</Trans>
      </p>
      {question.kind !== '' && (
        <Button onClick={onEveryKind}>
          <Trans>Look among all pages</Trans>
        </Button>
      )}
      <p className={styles.ways}>
        {site.assistant !== undefined && (
          <ArrowLink href={href(site.assistant)}>
            <Trans>Ask the assistant</Trans>
          </ArrowLink>
        )}
        {site.letter !== undefined && (
          <ArrowLink href={href(site.letter)}>
            <Trans>Write to us</Trans>
          </ArrowLink>
        )}
      </p>
    </Empty>
  )
}
