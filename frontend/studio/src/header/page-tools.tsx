// Parts of the header for the page view: address and version in the bar; width, links and history
// in its menu.

import { Trans, useLingui } from '@lingui/react/macro'
import { showView } from '../state/address.ts'
import { showBefore } from '../state/pages.ts'
import { currentSet, type FrameWidth, useStudio } from '../state/store.ts'
import { AddressBar } from './address-bar.tsx'

const WIDTHS: FrameWidth[] = [390, 768, null]

/** The tools in the bar. */
export function PageTools() {
  return (
    <div className="page-tools">
      <AddressBar />
      <BeforeSwitch />
    </div>
  )
}

/** The tools in the menu. */
export function PageOptions() {
  const { t } = useLingui()
  const { frameWidth, followsLinks } = useStudio()
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own. */}
      <div className="widths" role="group" aria-label={t`Width of the page`}>
        {WIDTHS.map((width) => (
          <button
            key={width}
            type="button"
            className="quiet"
            aria-pressed={width === frameWidth}
            onClick={() => useStudio.setState({ frameWidth: width })}
          >
            {width ?? t`Full`}
          </button>
        ))}
      </div>
      <button
        type="button"
        className="quiet"
        aria-pressed={followsLinks}
        onClick={() => useStudio.setState({ followsLinks: !followsLinks })}
      >
        <Trans>Follow links</Trans>
      </button>
      <button type="button" className="quiet" onClick={() => showView({ name: 'history', of: useStudio.getState().path })}>
        <Trans>History of this page</Trans>
      </button>
    </>
  )
}

/** The page without the changes of the set, or with them. */
function BeforeSwitch() {
  const { t } = useLingui()
  const showsBefore = useStudio((state) => state.showsBefore)
  const hasSet = useStudio((state) => currentSet(state) !== undefined)
  if (!hasSet) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend of its own.
    <div className="widths" role="group" aria-label={t`Version of the page`}>
      <button type="button" className="quiet" aria-pressed={showsBefore} onClick={() => void showBefore(true)}>
        <Trans>Before</Trans>
      </button>
      <button type="button" className="quiet" aria-pressed={!showsBefore} onClick={() => void showBefore(false)}>
        <Trans>After</Trans>
      </button>
    </div>
  )
}
