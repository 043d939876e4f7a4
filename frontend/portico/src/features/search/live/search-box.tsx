// The box over a page: a field, and hits as the visitor types. Hits are links in a list, and their
// number is announced; the arrow keys lead from the field to the first hit, and through all links,
// as Tab does.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useHref } from '#/page/paths.ts'
import { setPreferences, usePreferences } from '#/state/preferences.ts'
import { ArrowLink } from '#/ui/ArrowLink/ArrowLink.tsx'
import { Dialog } from '#/ui/Dialog/Dialog.tsx'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { search as searchIcon } from '#/ui/Icon/paths.gen.ts'
import { MOST_LETTERS, type Question, writeQuestion } from '../found.ts'
import styles from '../search.module.css'
import type { SiteSearch, Start } from '../site-search.ts'
import { Hits } from './hits-found.tsx'
import { KindFilter } from './kind-filter.tsx'
import { Outcome } from './outcome.tsx'
import { SearchStart } from './search-start.tsx'
import { useSearch } from './use-search.ts'

/** Delay between the last letter and the question. */
const DELAY_MS = 150

export type SearchBoxProps = { site: SiteSearch; start: Start; onClose: () => void }

export function SearchBox({ site, start, onClose }: SearchBoxProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const href = useHref()
  const [typed, setTyped] = useState('')
  const [question, setQuestion] = useState<Question>({ q: '', kind: '', page: 1 })
  const search = useSearch(question, DELAY_MS)
  const field = useRef<HTMLInputElement>(null)
  const ask = (q: string) => setQuestion({ ...question, q: q.trim() })
  const type = (q: string) => {
    setTyped(q)
    ask(q)
    field.current?.focus()
  }
  const results = `${href(site.route)}${writeQuestion(question)}`
  const { found } = search
  return (
    <Dialog
      title={t`Search`}
      size="tall"
      onClose={onClose}
      head={
        // biome-ignore lint/a11y/useSemanticElements: Safari knows <search> from 17 on
        <form
          className={styles.bar}
          role="search"
          onKeyDown={go}
          onSubmit={(event) => {
            event.preventDefault()
            if (question.q === '') return
            onClose()
            navigate(results)
          }}
        >
          <Icon path={searchIcon} size={22} />
          <input
            className={styles.field}
            ref={field}
            name="q"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={MOST_LETTERS}
            placeholder={t`What are you looking for?`}
            aria-label={t`Search`}
            value={typed}
            onChange={({ target, nativeEvent }) => {
              setTyped(target.value)
              // Letters of a word that is still being composed are no question.
              if (!(nativeEvent as InputEvent).isComposing) ask(target.value)
            }}
            onCompositionEnd={({ currentTarget }) => ask(currentTarget.value)}
          />
        </form>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys go through its links, and a link that is followed closes the box */}
      <div className={styles.answer} onKeyDown={go} onClick={(event) => leads(event) && onClose()}>
        <Outcome
          search={search}
          question={question}
          site={site}
          onAsk={type}
          onEveryKind={() => setQuestion({ ...question, kind: '' })}
        >
          <KindFilter site={site} question={question} found={found} onChoose={(kind) => setQuestion({ ...question, kind })} />
          <Hits site={site} hits={found?.hits ?? []} />
          {found !== undefined && found.total > found.hits.length && (
            <ArrowLink href={results}>
              <Plural value={found.total} one="Show # page" other="Show all # pages" />
            </ArrowLink>
          )}
        </Outcome>
        {search.status === 'idle' && <SearchStart start={start} site={site} onAsk={type} />}
      </div>
      <SlashKey />
    </Dialog>
  )
}

/** A key of one character alone may disturb visitors with speech input (WCAG 2.1.4). */
function SlashKey(): ReactNode {
  const { slashOff } = usePreferences()
  return (
    <label className={styles.slash}>
      <input type="checkbox" checked={!slashOff} onChange={({ target }) => setPreferences({ slashOff: !target.checked })} />
      <span>
        <Trans>
          The key <kbd>/</kbd> opens search on every page
        </Trans>
      </span>
    </label>
  )
}

/** The arrow keys move from the field through the links and buttons of the answer, and back. */
function go(event: KeyboardEvent<HTMLElement>): void {
  if (event.nativeEvent.isComposing || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  const box = event.currentTarget.closest('[role=dialog]')
  const stops = [...(box?.querySelectorAll<HTMLElement>(`input[name="q"], .${styles.answer} :is(a, button)`) ?? [])]
  const first = box?.querySelector<HTMLElement>(`.${styles.hits} a`) ?? null
  const here = stops.indexOf(event.target as HTMLElement)
  event.preventDefault()
  // From the field to the first hit, past the filters, which are reached on the way back.
  if (here === 0 && event.key === 'ArrowDown' && first !== null) first.focus()
  else stops[here + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
}

/** Whether a click leads from here to another page in this window. */
function leads(event: MouseEvent): boolean {
  const other = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !other && event.target instanceof Element && event.target.closest('a') !== null
}
