// The way from home to the page.

import { Trans, useLingui } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import type { ReactNode } from 'react'

/** `children` are the items between home and the page itself; its title is the last one. */
export function Breadcrumb({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useLingui()
  const href = useHref()
  return (
    <nav className="breadcrumb" aria-label={t`Breadcrumb`}>
      <ol>
        <li>
          <a href={href('home')}>
            <Trans>Home</Trans>
          </a>
        </li>
        {children}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}
