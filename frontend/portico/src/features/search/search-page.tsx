// The results page: a form that asks, a place for the answer. Without JavaScript the origin answers
// the form with this same page and the hits in that place (worker/search-file.tsx); with it the
// answer is fetched, and the address keeps the question.

import { useLingui } from '@lingui/react/macro'
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePage, useSite } from '#/page/page.tsx'
import { useHref } from '#/page/paths.ts'
import type { RouteId } from '#/register.ts'
import { useTypedText } from '#/state/use-typed-text.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { search as searchIcon } from '#/ui/Icon/paths.gen.ts'
import { MOST_LETTERS, readQuestion, writeQuestion } from './found.ts'
import type { LiveSearch } from './live/live.tsx'
import styles from './search.module.css'
import type { SiteSearch } from './site-search.ts'

export type SearchPageProps = {
  site: SiteSearch
  /** Things that may be looked for, in a few words. */
  placeholder?: string | undefined
  /** Shown until a question is asked. */
  children?: ReactNode
}

export function SearchPage({ site, placeholder, children }: SearchPageProps) {
  const { q } = readQuestion(useLocation().search)
  const { text, type, forget } = useTypedText('search', q)
  const Answer = useAnswer(q !== '')
  return (
    <>
      <SearchForm landmark onAsk={forget}>
        <Bar placeholder={placeholder} question={text} onType={type} />
      </SearchForm>
      <div className={styles.place}>
        <div id={ANSWER_ID}>{q !== '' && (Answer === undefined ? <Waiting /> : <Answer site={site} />)}</div>
        {q === '' && children}
      </div>
    </>
  )
}

/** A field on another page, such as the one for a wrong address: it leads to the results. */
export function SearchField({ site, placeholder }: Pick<SearchPageProps, 'site' | 'placeholder'>) {
  return (
    <SearchForm landmark route={site.route}>
      <Bar placeholder={placeholder} question="" />
    </SearchForm>
  )
}

function Bar(field: QuestionFieldProps) {
  const { t } = useLingui()
  return (
    <div className={`${styles.bar} ${styles.form}`}>
      <Icon path={searchIcon} size={22} />
      <QuestionField {...field} />
      <Button type="submit" variant="primary" size="large">{t`Search`}</Button>
    </div>
  )
}

/** Lines in the place of hits, while the code that shows them is fetched. */
function Waiting() {
  return (
    <div className={styles.waiting} aria-hidden="true">
      <span />
      <span />
      <span />
      <span />
    </div>
  )
}

export type QuestionFieldProps = {
  placeholder: string | undefined
  question: string
  /** Missing in markup that no app takes over. */
  onType?: (question: string) => void
}

export function QuestionField({ placeholder, question, onType }: QuestionFieldProps) {
  const { t } = useLingui()
  const content =
    onType === undefined
      ? { defaultValue: question }
      : { value: question, onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onType(target.value) }
  return (
    <input
      className={styles.field}
      {...content}
      type="search"
      name="q"
      maxLength={MOST_LETTERS}
      autoComplete="off"
      enterKeyHint="search"
      placeholder={placeholder}
      aria-label={t`Search`}
    />
  )
}

/** The element that contains the answer; in a document as it is made, it is empty. */
export const ANSWER_ID = 'answer'

export type SearchFormProps = {
  /** One on a page is its landmark. */
  landmark?: boolean
  /** The results page, on another one. */
  route?: RouteId
  onAsk?: () => void
  children: ReactNode
}

/** A form whose button or field `q` is a question. */
export function SearchForm({ landmark = false, route, onAsk, children }: SearchFormProps) {
  const page = usePage()
  const { locale } = page
  const href = useHref()
  const path = route === undefined ? page.path : href(route)
  const { runtime } = useSite()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const q = String(new FormData(event.currentTarget, submitter).get('q') ?? '').trim()
    if (q === '') return
    onAsk?.()
    navigate(path + writeQuestion({ q, kind: '', page: 1 }))
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
