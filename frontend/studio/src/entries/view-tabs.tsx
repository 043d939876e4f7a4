// The two views of all entries: the list and the calendar.

import { useLingui } from '@lingui/react/macro'
import { showView } from '../state/address.ts'
import { useView } from '../state/view.ts'

/** Buttons to the views. */
export function ViewTabs() {
  const { t } = useLingui()
  const shown = useView(({ name }) => name)
  const views = [
    ['entries', t`List`],
    ['calendar', t`Calendar`],
  ] as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own.
    <div className="widths" role="group" aria-label={t`How entries are shown`}>
      {views.map(([name, words]) => (
        <button key={name} type="button" className="quiet" aria-pressed={shown === name} onClick={() => showView({ name })}>
          {words}
        </button>
      ))}
    </div>
  )
}
