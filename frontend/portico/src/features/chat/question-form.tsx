// The field for a question, with its buttons. The focus stays where it is, whatever is answered.

import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#/ui/Button/Button.tsx'
import styles from './chat.module.css'
import { MOST_LETTERS } from './exchange.ts'

export type QuestionFormProps = {
  ref: RefObject<HTMLTextAreaElement | null>
  question: string
  /** An answer is in progress. */
  answering: boolean
  /** Seconds before another question may be asked. */
  wait: number
  onType: (question: string) => void
  onAsk: () => void
  onStop: () => void
}

export function QuestionForm({ ref, question, answering, wait, onType, onAsk, onStop }: QuestionFormProps) {
  const { t } = useLingui()
  const id = useId()
  const press = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape' && answering) onStop()
    else if (event.key === 'Enter' && !event.shiftKey) onAsk()
    else return
    event.preventDefault()
  }
  const howTo = answering ? t`Escape stops the answer.` : t`Enter asks, Shift and Enter starts a new line.`
  const hint = wait > 0 ? t`You can ask again in ${wait} s.` : howTo
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        {t`Your question`}
      </label>
      <textarea
        className={styles.field}
        ref={ref}
        id={id}
        name="q"
        rows={rowsOf(question)}
        maxLength={MOST_LETTERS}
        enterKeyHint="send"
        autoComplete="off"
        aria-describedby={`${id}-hint`}
        value={question}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={press}
      />
      <div className={styles.actions}>
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
        {answering && <StopButton field={ref} onStop={onStop} />}
        {/* Disabled, it would drop the focus. */}
        <Button type="submit" variant="primary" size="large" aria-disabled={answering || wait > 0 || undefined}>
          <Trans>Ask</Trans>
        </Button>
      </div>
    </>
  )
}

/**
 * The field grows with a long question, by an estimate: no browser of early 2023 does so by itself.
 */
function rowsOf(question: string): number {
  const lines = question.split('\n').map((line) => 1 + Math.floor(line.length / LETTERS_A_LINE))
  return Math.min(
    MOST_ROWS,
    lines.reduce((sum, rows) => sum + rows, 0),
  )
}

const LETTERS_A_LINE = 36
const MOST_ROWS = 6

/** Disappears when no answer is left to stop: the focus then moves from it to the field. */
function StopButton({ field, onStop }: { field: QuestionFormProps['ref']; onStop: () => void }) {
  const { t } = useLingui()
  const hasFocus = useRef(false)
  // Before it is removed: afterwards no element has the focus.
  useLayoutEffect(
    () => () => {
      if (hasFocus.current) field.current?.focus()
    },
    [field],
  )
  return (
    <Button
      size="large"
      onFocus={() => {
        hasFocus.current = true
      }}
      onBlur={() => {
        hasFocus.current = false
      }}
      onClick={onStop}
    >{t`Stop`}</Button>
  )
}

/**
 * Keys of a word that is being composed belong to the input method. Safari ends the word before it
 * fires the key event, and marks that by 229.
 */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
