// The sample company as Portico takes it: everything the package asks of a site, in one value.

import type { Messages } from '@lingui/core'
import type { Locale, SiteDefinition } from '@portico/app'
import { session } from '@portico/app/members'
import { shareInWeChat } from '@portico/app/wechat'
import type { ComponentType } from 'react'
import { blockGestures } from '#/features/blocking/blocking.ts'
import { DefaultLayout } from '#/layouts/default.tsx'
import { ErrorLayout } from '#/layouts/error.tsx'
import { FeishuLayout } from '#/layouts/feishu.tsx'
import { KeepLayout } from '#/layouts/keep.tsx'
import { LoginLayout } from '#/layouts/login.tsx'
import { routes } from '#/routes.ts'
import locales from '../../locales/locales.json' with { type: 'json' }

export const site: SiteDefinition = {
  locales: locales as Locale[],
  catalogs: import.meta.glob<{ messages: Messages }>('../../locales/*/{site,forms,search,chat,later}.po'),
  routes,
  layouts: {
    default: DefaultLayout,
    error: ErrorLayout,
    feishu: FeishuLayout,
    keep: KeepLayout,
    login: LoginLayout,
  },
  layoutMeta: { keep: { keepAlive: true } },
  pages: import.meta.glob<{ default: ComponentType }>(['./routes/*.tsx', '!**/*.test.tsx']),
  destinations: { home: 'home', signIn: 'login', members: 'product', privacy: 'privacy', serverError: 'error-500' },
  session,
  onStart(document) {
    blockGestures(document)
    shareInWeChat(document, '/apple-touch-icon.png')
  },
}
