// The choice of the change set, its name, and a new one.

import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { LIVE } from '../api.ts'
import { openSet } from '../state/pages.ts'
import { addSet, describeSet, nameForToday } from '../state/sets.ts'
import { currentSet, useStudio } from '../state/store.ts'
import { useView } from '../state/view.ts'

/** The menu. The last choice adds a set. */
export function SetMenu() {
  const { t } = useLingui()
  const sets = useStudio((state) => state.sets)
  const set = useStudio(currentSet)
  const view = useView(({ name }) => name)
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null)
  if (naming !== null)
    return (
      <NameForm
        name={naming === 'rename' && set !== undefined ? set.name : nameForToday()}
        onDone={(name) => {
          setNaming(null)
          if (name === null) return
          if (naming === 'rename' && set !== undefined) void describeSet(set.id, { name })
          else void addSet(name).then(({ id }) => openSet(id))
        }}
      />
    )
  return (
    <div className="sets">
      <select
        aria-label={t`Change set`}
        value={set?.id ?? LIVE}
        onChange={({ target }) => (target.value === '+' ? setNaming('new') : void openSet(target.value))}
      >
        <option value={LIVE}>{t`The site as it is`}</option>
        {sets.map(({ id, name, state }) => (
          <option key={id} value={id}>
            {state === 'published' ? t`${name} (published)` : name}
          </option>
        ))}
        <option value="+">{t`New change set…`}</option>
      </select>
      {set !== undefined && view === 'page' && (
        <button type="button" className="quiet" aria-label={t`Rename`} title={t`Rename`} onClick={() => setNaming('rename')}>
          ✎
        </button>
      )}
    </div>
  )
}

function NameForm({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const { t } = useLingui()
  const [text, setText] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onDone(text.trim() || name)
  }
  return (
    <form className="sets" onSubmit={submit} onKeyDown={(event) => event.key === 'Escape' && onDone(null)}>
      {/* biome-ignore lint/a11y/noAutofocus: the editor has just asked for this field. */}
      <input autoFocus aria-label={t`Name of the change set`} value={text} onChange={({ target }) => setText(target.value)} />
      <button type="submit">
        <Trans>Save name</Trans>
      </button>
      <button type="button" className="quiet" onClick={() => onDone(null)}>
        <Trans>Cancel</Trans>
      </button>
    </form>
  )
}
