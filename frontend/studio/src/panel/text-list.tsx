// The texts of the page as a list of buttons: the way to them without a mouse.

import { Trans } from '@lingui/react/macro'
import { select } from '../state/selecting.ts'
import { useStudio } from '../state/store.ts'
import { keyOf } from '../state/target.ts'

/** The list. A text is outlined on the page while its button has the focus. */
export function TextList() {
  const texts = useStudio((state) => state.texts)
  const selected = useStudio((state) => state.selected)
  return (
    <details className="texts">
      <summary>
        <Trans>Texts on this page</Trans> <span className="count">{texts.length}</span>
      </summary>
      <ol>
        {texts.map(({ target, words }) => (
          <li key={keyOf(target)}>
            <button
              type="button"
              className="quiet"
              aria-pressed={selected !== null && keyOf(selected) === keyOf(target)}
              onFocus={() => useStudio.setState({ pointed: target })}
              onBlur={() => useStudio.setState({ pointed: null })}
              onClick={() => void select(target)}
            >
              {words}
            </button>
          </li>
        ))}
      </ol>
    </details>
  )
}
