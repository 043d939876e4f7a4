// One message: its answers under the questions of the form, its file, and the acts.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, useState } from 'react'
import { CallError } from '../api.ts'
import { timeOf } from '../review/run-words.ts'
import { AnswerList } from './answer-list.tsx'
import { FileRow } from './file-row.tsx'
import { saveBytes } from './file-words.ts'
import { actOnMessage, type FormName, fetchFile, type MessageDetail, type MessageSketch, showMessage } from './message-calls.ts'
import { MessageError } from './message-error.tsx'
import { StateBadge, titleOf } from './message-items.tsx'
import { PurgeButton } from './purge-button.tsx'

/** Properties: `onDone` gets a sentence about an act, and whether the message is gone. */
export type MessagePartProps = {
  sketch: MessageSketch
  forms: FormName[]
  onClose: () => void
  onDone: (words: string, isGone: boolean) => void
}

/** The message. The focus goes to its heading, and returns to the list when it is closed. */
export function MessagePart({ sketch, forms, onClose, onDone }: MessagePartProps) {
  const { t } = useLingui()
  const { number } = sketch
  const form = titleOf(forms, sketch.form)
  const heading = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const [message, setMessage] = useState<MessageDetail | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const attempt = async (act: () => Promise<void>) => {
    setIsBusy(true)
    setError(null)
    await act().catch((caught: unknown) =>
      setError(caught instanceof CallError ? caught : new CallError(0, String(caught), null)),
    )
    setIsBusy(false)
  }
  const read = () => attempt(async () => setMessage(await showMessage(number)))
  const isAsked = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part is made anew for each message.
  useEffect(() => {
    title.current?.focus()
    // Each reading is a line of the log: one, though the strict mode runs effects twice.
    if (isAsked.current) return
    isAsked.current = true
    void read()
  }, [])
  const act = (name: 'done' | 'reopen' | 'purge', words: string) =>
    attempt(async () => {
      await actOnMessage(name, number)
      if (name !== 'purge') setMessage((shown) => shown && { ...shown, state: name === 'done' ? 'done' : 'received' })
      // The button that was pressed is gone.
      title.current?.focus()
      onDone(words, name === 'purge')
    })
  const save = () => void attempt(async () => saveBytes(await fetchFile(number), message?.file?.saveAs ?? number))
  return (
    <section className="card mail-part" aria-labelledby={heading}>
      <header>
        <h2 id={heading} ref={title} tabIndex={-1}>
          {form} {number}
        </h2>
        <button type="button" className="quiet" onClick={onClose}>
          <Trans>Close</Trans>
        </button>
      </header>
      {error !== null && <MessageError error={error} {...(message === null && { onRetry: () => void read() })} />}
      {message === null && error === null && <Trans>Loading…</Trans>}
      {message !== null && (
        <>
          <p className="help">
            <time dateTime={message.receivedAt}>{timeOf(new Date(message.receivedAt), true)}</time>{' '}
            <StateBadge state={message.state} />
          </p>
          <AnswerList message={message} />
          {message.file !== undefined && <FileRow file={message.file} isBusy={isBusy} onSave={save} />}
          <div className="row">
            {message.state === 'received' && (
              <button type="button" className="primary" disabled={isBusy} onClick={() => void act('done', t`${number} is done.`)}>
                <Trans>Mark as done</Trans>
              </button>
            )}
            {message.state === 'done' && (
              <button type="button" disabled={isBusy} onClick={() => void act('reopen', t`${number} is not done.`)}>
                <Trans>Mark as not done</Trans>
              </button>
            )}
            <PurgeButton
              sketch={sketch}
              form={form}
              file={message.file?.name}
              isDisabled={isBusy}
              onPurge={() => void act('purge', t`${number} is deleted.`)}
            />
          </div>
        </>
      )}
    </section>
  )
}
