// The list of all entries: search, filters, order, and the way to each entry.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Entry } from '../api.ts'
import { loadEntries, useEntries } from '../state/entries.ts'
import { useStudio } from '../state/store.ts'
import { EntryDialog } from './entry-dialog.tsx'
import { EntryTable } from './entry-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { NewEntryDialog } from './new-entry-dialog.tsx'
import { type Filter, filterRows, type Order, PAGE_SIZE, rowsOf, titleOf } from './rows.ts'
import { ViewTabs } from './view-tabs.tsx'

const ALL: Filter = { words: '', collection: '', state: '', locale: '' }

/** The list. It is read anew when the change set changes. */
export function EntriesView() {
  const { t } = useLingui()
  const heading = useId()
  const setId = useStudio((state) => state.setId)
  const { entries, isLoading, setId: shownSet } = useEntries()
  const total = entries.length
  const [filter, setFilter] = useState(ALL)
  const [order, setOrder] = useState<Order>('title')
  const [page, setPage] = useState(0)
  const [opened, setOpened] = useState<Entry | null>(null)
  const [done, setDone] = useState('')
  const [isAdding, setIsAdding] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set has other entries.
  useEffect(() => void loadEntries(), [setId])
  const rows = useMemo(() => rowsOf(entries, filter.locale, order), [entries, filter.locale, order])
  const found = useMemo(() => filterRows(rows, filter), [rows, filter])
  const isBroken = useStudio(({ pageProblems }) => total === 0 && pageProblems.some(({ file }) => file !== undefined))
  const count = found.length
  const openedTitle = opened === null ? '' : titleOf(opened, filter.locale)
  const pages = Math.max(1, Math.ceil(count / PAGE_SIZE))
  const shown = Math.min(page, pages - 1)
  return (
    <main className="view" aria-labelledby={heading}>
      <header className="view-head">
        <h2 id={heading}>
          <Trans>Entries</Trans>
        </h2>
        <ViewTabs />
        <button type="button" className="primary" onClick={() => setIsAdding(true)}>
          <Trans>New entry</Trans>
        </button>
      </header>
      <FilterBar
        filter={filter}
        order={order}
        onFilter={(next) => {
          setDone('')
          setFilter(next)
          setPage(0)
        }}
        onOrder={setOrder}
      />
      <p className="help" role="status">
        {isLoading && shownSet !== setId ? <Trans>Loading…</Trans> : t`${count} of ${total} entries`}
      </p>
      <p role="status">{done}</p>
      {count > 0 && (
        <EntryTable rows={found.slice(shown * PAGE_SIZE, (shown + 1) * PAGE_SIZE)} locale={filter.locale} onMore={setOpened} />
      )}
      {count === 0 && !isLoading && (
        <p className="empty">
          {isBroken && <Trans>The entries can be listed when the problems above are solved.</Trans>}
          {!isBroken && (total === 0 ? <Trans>There is no entry yet.</Trans> : <Trans>No entry fits this search.</Trans>)}{' '}
          {total > 0 && (
            <button type="button" onClick={() => setFilter(ALL)}>
              <Trans>Show all entries</Trans>
            </button>
          )}
        </p>
      )}
      {pages > 1 && <Pager page={shown} pages={pages} onPage={setPage} />}
      {opened !== null && (
        <EntryDialog
          entry={opened}
          onClose={() => setOpened(null)}
          onDone={(slug) => {
            setOpened(null)
            setDone(slug === null ? t`“${openedTitle}” is deleted in this change set.` : t`Saved in the change set:`)
            setFilter(slug === null ? filter : { ...ALL, words: slug })
          }}
        />
      )}
      {isAdding && <NewEntryDialog collection={filter.collection} onClose={() => setIsAdding(false)} />}
    </main>
  )
}

function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const { t } = useLingui()
  const number = page + 1
  return (
    <nav className="pager" aria-label={t`Pages of the list`}>
      <button type="button" disabled={page === 0} onClick={() => onPage(page - 1)}>
        <Trans>Previous</Trans>
      </button>
      <span>{t`Page ${number} of ${pages}`}</span>
      <button type="button" disabled={number === pages} onClick={() => onPage(page + 1)}>
        <Trans>Next</Trans>
      </button>
    </nav>
  )
}
