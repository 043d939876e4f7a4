// The results page: a form that asks, a place for the answer. Without JavaScript the origin answers
// the form with this same page and the hits in that place (worker/search-file.tsx); with it the
// answer is fetched, and the address keeps the question.

import { useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePage, useSite } from '#/page/page.tsx'
import { Button } from '#/ui/Button/Button.tsx'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { MOST_LETTERS, readQuestion, writeQuestion } from './found.ts'
import type { LiveSearch } from './live/live.tsx'
import styles from './search.module.css'
import type { SiteSearch } from './site-search.ts'

export type SearchPageProps = {
  site: SiteSearch
  /** Things that may be looked for, in a few words. */
  placeholder?: string | undefined
  /** Stands there until something is asked. */
  children?: ReactNode
}

export function SearchPage({ site, placeholder, children }: SearchPageProps) {
  const { t } = useLingui()
  const { q } = readQuestion(useLocation().search)
  const field = useRef<HTMLInputElement>(null)
  const Answer = useAnswer(q !== '')
  useEffect(() => {
    if (field.current !== null) field.current.value = q
  }, [q])
  return (
    <>
      <SearchForm landmark>
        <div className={`${styles.bar} ${styles.form}`}>
          <Icon name="search" size={22} />
          <QuestionField ref={field} placeholder={placeholder} question="" />
          <Button type="submit" variant="primary" size="large">{t`Search`}</Button>
        </div>
      </SearchForm>
      <div id={ANSWER_ID}>{q !== '' && Answer !== undefined && <Answer site={site} />}</div>
      {q === '' && children}
    </>
  )
}

export type QuestionFieldProps = {
  ref?: RefObject<HTMLInputElement | null>
  placeholder: string | undefined
  question: string
}

export function QuestionField({ ref, placeholder, question }: QuestionFieldProps) {
  const { t } = useLingui()
  return (
    <input
      className={styles.field}
      ref={ref}
      type="search"
      name="q"
      defaultValue={question}
      maxLength={MOST_LETTERS}
      autoComplete="off"
      enterKeyHint="search"
      placeholder={placeholder}
      aria-label={t`Search`}
    />
  )
}

/** The element that the answer stands in; in a document as it is made, it is empty. */
export const ANSWER_ID = 'answer'

/** A form whose button or field `q` is a question. One on a page is its landmark. */
export function SearchForm({ landmark = false, children }: { landmark?: boolean; children: ReactNode }) {
  const { locale, path } = usePage()
  const { runtime } = useSite()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const q = String(new FormData(event.currentTarget, submitter).get('q') ?? '').trim()
    if (q !== '') navigate(path + writeQuestion({ q, kind: '', page: 1 }))
  }
  return (
    <form action={runtime.search === 'browser' ? path : '/api/search'} role={landmark ? 'search' : undefined} onSubmit={submit}>
      <input type="hidden" name="locale" value={locale} />
      {children}
    </form>
  )
}

/** The answer's part, fetched when there is a question. */
function useAnswer(asked: boolean): LiveSearch['Answer'] | undefined {
  const { locale } = usePage()
  const [live, setLive] = useState<LiveSearch>()
  useEffect(() => {
    if (!asked) return
    import('./live/live.tsx')
      .then(({ loadLive }) => loadLive(locale, false))
      .then(setLive)
      .catch((error) => console.error('the code of search did not load', error))
  }, [asked, locale])
  return live?.Answer
}
