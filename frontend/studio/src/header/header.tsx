// The studio's header: change set, address, width of the page, links, and the studio's language.

import { Trans, useLingui } from '@lingui/react/macro'
import { chooseLanguage, LANGUAGES, type Language } from '../lib/words.ts'
import { type FrameWidth, useStudio } from '../state/store.ts'
import { AddressBar } from './address-bar.tsx'
import { SetMenu } from './set-menu.tsx'

const WIDTHS: FrameWidth[] = [390, 768, null]

/** The header. */
export function Header() {
  const { t, i18n } = useLingui()
  const { frameWidth, followsLinks, panelIsOpen } = useStudio()
  return (
    <header className="bar">
      <h1>
        <Trans>Studio</Trans>
      </h1>
      <SetMenu />
      <AddressBar />
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
      <button
        type="button"
        className="quiet"
        aria-expanded={panelIsOpen}
        onClick={() => useStudio.setState({ panelIsOpen: !panelIsOpen })}
      >
        <Trans>Fields</Trans>
      </button>
      <select
        aria-label={t`Language of the studio`}
        value={i18n.locale}
        onChange={({ target }) => void chooseLanguage(target.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </header>
  )
}
