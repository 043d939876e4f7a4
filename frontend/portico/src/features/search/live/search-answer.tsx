// The answer on the results page: the question is in the address, so every page of hits and every
// filter is a link, and going back works.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePage } from '#/page/page.tsx'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import { type Found, readQuestion, writeQuestion } from '../found.ts'
import { AnswerFrame, HitPager } from '../hits.tsx'
import type { SiteSearch } from '../site-search.ts'
import { Hits } from './hits-found.tsx'
import { KindFilter } from './kind-filter.tsx'
import { Outcome } from './outcome.tsx'
import { useSearch } from './use-search.ts'

/** The document's head is written before, 10 ms after an arrival. */
const TITLE_MS = 25

export type SearchAnswerProps = { site: SiteSearch }

export function SearchAnswer({ site }: SearchAnswerProps) {
  const { t } = useLingui()
  const { path, head } = usePage()
  const { search: address } = useLocation()
  const navigate = useNavigate()
  const question = readQuestion(address)
  const search = useSearch(question)
  const title = question.q === '' ? head.title : `${t`“${question.q}”`} · ${head.title}`
  useEffect(() => {
    const timer = setTimeout(() => {
      document.title = title
    }, TITLE_MS)
    return () => clearTimeout(timer)
  }, [title])
  const hrefOf = (change: Partial<typeof question>) => path + writeQuestion({ ...question, page: 1, ...change })
  const { found } = search
  return (
    <AnswerFrame>
      {found !== undefined && (
        <h2>
          <Hidden>
            <Trans>Hits</Trans>
          </Hidden>
        </h2>
      )}
      <Outcome
        search={search}
        question={question}
        site={site}
        onAsk={(q) => navigate(hrefOf({ q, kind: '' }))}
        onEveryKind={() => navigate(hrefOf({ kind: '' }))}
      >
        <KindFilter site={site} question={question} found={found} hrefOf={(kind) => hrefOf({ kind })} />
        <Hits site={site} hits={found?.hits ?? []} />
        {found !== undefined && <Pager found={found} hrefOf={(page) => hrefOf({ page })} />}
      </Outcome>
    </AnswerFrame>
  )
}

function Pager({ found, hrefOf }: { found: Found; hrefOf: (page: number) => string }) {
  const { t } = useLingui()
  const { page, pages } = found
  if (pages < 2) return null
  return (
    <HitPager
      label={t`Pages of hits`}
      place={t`Page ${page} of ${pages}`}
      previous={
        page > 1 && (
          <ArrowLink href={hrefOf(page - 1)} direction="back" rel="prev">
            {t`Previous`}
          </ArrowLink>
        )
      }
      next={
        page < pages && (
          <ArrowLink href={hrefOf(page + 1)} rel="next">
            {t`Next`}
          </ArrowLink>
        )
      }
    />
  )
}
