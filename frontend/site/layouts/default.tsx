// The layout of most pages.

import type { ReactNode } from 'react'
import { SiteFrame } from '#/layouts/parts/site-frame.tsx'

export function DefaultLayout({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>
}
