// The theme of the site: as the system has it, light, or dark. An item of a list; it comes after
// hydration, since without JavaScript nothing is chosen. Where the system forces its colours, it
// decides alone.

import { Trans, useLingui } from '@lingui/react/macro'
import { setPreferences, usePreferences } from '#/state/preferences.ts'
import type { Theme } from '#/state/theme.ts'

export function ThemeSwitch() {
  const { t } = useLingui()
  const { restored, theme } = usePreferences()
  if (!restored || matchMedia('(forced-colors: active)').matches) return null
  const names: Record<Theme, string> = {
    system: t({ message: 'As the system', comment: 'Light or dark colours, as the system has them' }),
    light: t({ message: 'Light', comment: 'Colours of a site' }),
    dark: t({ message: 'Dark', comment: 'Colours of a site' }),
  }
  return (
    <li data-print="no">
      <label>
        <Trans comment="Label of the choice between light and dark colours">Colours</Trans>{' '}
        <select value={theme} onChange={({ target }) => setPreferences({ theme: target.value as Theme })}>
          {Object.entries(names).map(([value, name]) => (
            <option value={value} key={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </li>
  )
}
