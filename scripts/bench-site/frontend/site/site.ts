// The bench site as Portico takes it: no sign-in, no notice, one layout.

import type { Messages } from '@lingui/core'
import type { Locale, SiteDefinition } from '@portico/app'
import type { ComponentType } from 'react'
import { SiteLayout } from '#/layouts/site.tsx'
import { routes } from '#/routes.ts'
import locales from '../../locales/locales.json' with { type: 'json' }

export const site: SiteDefinition = {
  locales: locales as Locale[],
  catalogs: import.meta.glob<{ messages: Messages }>('../../locales/*/{site,forms,search,chat}.po'),
  routes,
  layouts: { site: SiteLayout },
  pages: import.meta.glob<{ default: ComponentType }>('./routes/*.tsx'),
  destinations: { home: 'home' },
}
