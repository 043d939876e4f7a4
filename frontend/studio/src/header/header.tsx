// The studio's header: change set, views, tools of the page, and a menu of the others. On a narrow
// window, all tools are in the menu.

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { chooseLanguage, LANGUAGES, type Language } from '../lib/words.ts'
import { isEditor } from '../state/roles.ts'
import { useStudio } from '../state/store.ts'
import { useView } from '../state/view.ts'
import { PageOptions, PageTools } from './page-tools.tsx'
import { SetMenu } from './set-menu.tsx'
import { ViewSwitch } from './view-switch.tsx'

/** The header. */
export function Header() {
  const { t, i18n } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const view = useView(({ name }) => name)
  const edits = useStudio(({ info }) => info !== null && isEditor(info.roles))
  const panelIsOpen = useStudio((state) => state.panelIsOpen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view has other tools.
  useEffect(() => setIsOpen(false), [view])
  return (
    <header className="bar" data-open={isOpen || undefined}>
      <h1>
        <Trans>Studio</Trans>
      </h1>
      {edits && <SetMenu />}
      <ViewSwitch />
      {view === 'page' && <PageTools />}
      {view === 'page' && (
        <button
          type="button"
          className="quiet"
          aria-expanded={panelIsOpen}
          onClick={() => useStudio.setState({ panelIsOpen: !panelIsOpen })}
        >
          <Trans>Fields</Trans>
        </button>
      )}
      <button
        type="button"
        className="quiet more"
        aria-label={t`More tools`}
        aria-expanded={isOpen}
        aria-controls="tools"
        onClick={() => setIsOpen(!isOpen)}
        onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
      >
        ⋯
      </button>
      <div id="tools" className="tools">
        {view === 'page' && <PageOptions />}
        <select
          className="language"
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
      </div>
    </header>
  )
}
