// The layouts by the name that the route table gives them. They belong to every document, so they
// are not loaded lazily.

import type { ComponentType, ReactNode } from 'react'
import { DefaultLayout } from '#/layouts/default.tsx'
import { ErrorLayout } from '#/layouts/error.tsx'
import { FeishuLayout } from '#/layouts/feishu.tsx'
import { KeepLayout } from '#/layouts/keep.tsx'
import { LoginLayout } from '#/layouts/login.tsx'
import type { LayoutName } from '#/page/routes.ts'

export type Layout = ComponentType<{ children: ReactNode }>

export const layouts: Record<LayoutName, Layout> = {
  default: DefaultLayout,
  error: ErrorLayout,
  feishu: FeishuLayout,
  keep: KeepLayout,
  login: LoginLayout,
}
