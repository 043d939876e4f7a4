// The layout of lists and details that are kept alive when they are left: `children` holds several
// pages, one of them shown.

import type { ReactNode } from 'react'
import { SiteFrame } from '#/layouts/parts/site-frame.tsx'

export function KeepLayout({ children }: { children: ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>
}
