// The editor of the selected text, beside it on the page. Escape closes it and returns the
// focus.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { FieldRow } from '../fields/field-row.tsx'
import { useField } from '../fields/use-field.ts'
import { labelOf } from '../lib/schema.ts'
import { deselect, fieldSchema, schemaOf } from '../state/selecting.ts'
import { useStudio } from '../state/store.ts'
import { keyOf, type Target } from '../state/target.ts'
import { BlockEditor } from './block-editor.tsx'
import { placeBeside } from './place-beside.ts'

/** The editor. `anchor`: where the text is in the frame; undefined if the page does not show it. */
export function PlaceEditor({ anchor }: { anchor: DOMRect | undefined }) {
  const target = useStudio((state) => state.selected)
  return target === null ? null : <OpenEditor key={keyOf(target)} target={target} anchor={anchor} />
}

function OpenEditor({ target, anchor }: { target: Target; anchor: DOMRect | undefined }) {
  const { t } = useLingui()
  const box = useRef<HTMLElement>(null)
  const isRead = useStudio((state) => target.file in state.files)
  useEffect(() => {
    const before = document.activeElement
    return () => (before as HTMLElement | null)?.focus?.()
  }, [])
  useEffect(() => {
    if (!isRead) return
    const input = box.current?.querySelector<HTMLElement>('textarea, input, select')
    input?.focus()
    if (input instanceof HTMLTextAreaElement || isText(input)) input.setSelectionRange(input.value.length, input.value.length)
  }, [isRead])
  useEffect(() => {
    const style = box.current?.style
    const stage = box.current?.parentElement
    if (style === undefined || !stage) return
    const place = placeBeside(anchor, stage.getBoundingClientRect(), stage.querySelector('iframe')?.getBoundingClientRect())
    for (const [name, value] of Object.entries(place)) style.setProperty(`--${name}`, value)
  }, [anchor])
  return (
    <section
      ref={box}
      className="editor"
      role="dialog"
      aria-label={t`Change this text`}
      onKeyDown={(event) => event.key === 'Escape' && deselect()}
    >
      <header>
        <span className="file">{target.file}</span>
        <button type="button" className="quiet" onClick={deselect}>
          <Trans>Done</Trans>
        </button>
      </header>
      {target.field === '' ? <BlockEditor target={target} /> : isRead && <FieldEditor target={target} />}
    </section>
  )
}

/** Whether an input has a caret: others refuse a selection. */
const isText = (input: HTMLElement | null | undefined): input is HTMLInputElement =>
  input instanceof HTMLInputElement && input.type === 'text'

function FieldEditor({ target }: { target: Target }) {
  const { value } = useField(target)
  const schema = useStudio((state) => schemaOf(state, target.file))
  const own = fieldSchema(schema, target.field, value)
  const name = target.field.split('/').findLast((step) => !/^\d*$/.test(step)) ?? target.field
  return (
    <FieldRow target={target} schema={own} label={labelOf(name, own)} isRequired={schema?.required?.includes(name) ?? false} />
  )
}
