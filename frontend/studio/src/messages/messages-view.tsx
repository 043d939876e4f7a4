// Messages to the company: the list, a message with its answers and its file, and the acts.

import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { ExportDialog } from './export-dialog.tsx'
import type { MessageFilter, MessageSketch } from './message-calls.ts'
import { MessageError } from './message-error.tsx'
import { MessageFilterBar } from './message-filter-bar.tsx'
import { MessageItems } from './message-items.tsx'
import { MessagePart } from './message-part.tsx'
import { useMessages } from './use-messages.ts'

const OPEN: MessageFilter = { form: '', state: 'received', text: '' }

/** The view. The opened message is in no address: it is one person's letter. */
export function MessagesView() {
  const { t } = useLingui()
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [filter, setFilter] = useState(OPEN)
  const [opened, setOpened] = useState<MessageSketch | null>(null)
  const [done, setDone] = useState('')
  const [isExporting, setIsExporting] = useState(false)
  const { list, isLoading, error, reload, loadMore } = useMessages(filter)
  const forms = list?.forms ?? []
  const count = list?.messages.length ?? 0
  const isEmpty = count === 0 && !isLoading && error === null && list?.next === undefined
  const asksForOpen = filter.state === OPEN.state && filter.form === '' && filter.text === ''
  const countWords = count === 0 ? '' : t`${plural(count, { one: '# message', other: '# messages' })}`
  const closed = useRef<string | null>(null)
  const close = () => {
    closed.current = opened?.number ?? null
    setOpened(null)
  }
  // On a phone, list and heading are back only now.
  useEffect(() => {
    if (opened !== null || closed.current === null) return
    const item = document.querySelector<HTMLElement>(`[data-number="${closed.current}"]`)
    closed.current = null
    ;(item ?? title.current)?.focus()
  }, [opened])
  return (
    <main className="view messages" aria-labelledby={heading} data-opened={opened !== null || undefined}>
      <header className="view-head">
        <h2 id={heading} ref={title} tabIndex={-1}>
          <Trans>Messages</Trans>
        </h2>
        <button type="button" onClick={() => setIsExporting(true)}>
          <Trans>Export…</Trans>
        </button>
      </header>
      <MessageFilterBar
        filter={filter}
        forms={forms}
        onFilter={(next) => {
          setDone('')
          setFilter(next)
        }}
      />
      <p className="help" role="status">
        {isLoading ? t`Loading…` : done || countWords}
      </p>
      {error !== null && <MessageError error={error} onRetry={() => void reload()} />}
      <div className="mail">
        <section aria-label={t`List of messages`}>
          <div aria-live="polite">
            {isEmpty && (
              <p className="empty">
                {asksForOpen ? <Trans>There is no new message.</Trans> : <Trans>No message fits this choice.</Trans>}
              </p>
            )}
          </div>
          <MessageItems messages={list?.messages ?? []} forms={forms} opened={opened?.number ?? null} onOpen={setOpened} />
          {list?.next !== undefined && (
            <button type="button" disabled={isLoading} onClick={() => void loadMore()}>
              <Trans>Show older messages</Trans>
            </button>
          )}
        </section>
        {opened !== null && (
          <MessagePart
            key={opened.number}
            sketch={opened}
            forms={forms}
            onClose={close}
            onDone={(words, isGone) => {
              setDone(words)
              // The list no longer has it; the focus goes to the heading.
              if (isGone) {
                close()
                closed.current = ''
              }
              void reload()
            }}
          />
        )}
      </div>
      {isExporting && <ExportDialog forms={forms} form={filter.form} onClose={() => setIsExporting(false)} />}
    </main>
  )
}
