// This site as Portico takes it: the package’s input, in one value.

import type { Messages } from '@lingui/core'
import type { Locale, SiteDefinition } from '@portico/app'
import { session } from '@portico/app/members'
import type { ComponentType } from 'react'
import { BareLayout } from '#/layouts/bare.tsx'
import { SiteLayout } from '#/layouts/site.tsx'
import { routes } from '#/routes.ts'
import locales from '../../locales/locales.json' with { type: 'json' }

export const site: SiteDefinition = {
  locales: locales as Locale[],
  catalogs: import.meta.glob<{ messages: Messages }>('../../locales/*/{site,forms,search,chat}.po'),
  routes,
  layouts: { site: SiteLayout, bare: BareLayout },
  pages: import.meta.glob<{ default: ComponentType }>('./routes/*.tsx'),
  destinations: {
    home: 'home',
    signIn: 'login',
    members: 'members',
    privacy: 'privacy',
    serverError: 'error-500',
  },
  session,
}
