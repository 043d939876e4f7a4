// The bench site has one layout.

import type { ComponentType, ReactNode } from 'react'
import type { LayoutName } from '#/page/routes.ts'
import { SiteLayout } from '#/layouts/site.tsx'

export type Layout = ComponentType<{ children: ReactNode }>

export const layouts: Record<LayoutName, Layout> = {
  default: SiteLayout,
  error: SiteLayout,
  feishu: SiteLayout,
  keep: SiteLayout,
  login: SiteLayout,
}
