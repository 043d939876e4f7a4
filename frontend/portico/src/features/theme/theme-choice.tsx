// The choice of a theme: as the system has it, light, or dark. Where the system forces its colours,
// it decides alone.

import { Trans, useLingui } from '@lingui/react/macro'
import { setPreferences, usePreferences } from '#/state/preferences.ts'
import type { Theme } from '#/state/theme.ts'

export function ThemeChoice() {
  const { t } = useLingui()
  const { theme } = usePreferences()
  if (matchMedia('(forced-colors: active)').matches) return null
  const names: Record<Theme, string> = {
    system: t({ message: 'As the system', comment: 'Light or dark colours, as the system has them' }),
    light: t({ message: 'Light', comment: 'Colours of a site' }),
    dark: t({ message: 'Dark', comment: 'Colours of a site' }),
  }
  return (
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
  )
}
