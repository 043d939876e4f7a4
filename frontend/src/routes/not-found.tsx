// The page for a path that leads nowhere. The document is the same for all such paths; the browser completes the message with
// the path, as text (R8.01).

import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { usePage } from '#/app/page.tsx'
import { useHref } from '#/app/paths.ts'
import type { PageData } from '#/app/queries.ts'
import { ErrorView } from '#/ui/ErrorView/ErrorView.tsx'

export default function Page() {
  const { data } = usePage<PageData<'not-found'>>()
  const { t } = useLingui()
  const href = useHref()
  const path = useSyncExternalStore(never, readPath, () => '')
  return (
    <ErrorView
      status={404}
      title={data.page.lead ?? data.page.title}
      message={path === '' ? <Trans>Page not found</Trans> : <Trans>Page not found: {path}</Trans>}
      ways={[
        { href: href('home'), label: t({ message: 'Home', comment: 'The common link to the home page' }) },
        { href: href('invested'), label: t`Companies` },
        { href: href('news'), label: t`News` },
      ]}
    />
  )
}

/** The path does not change under a page that is shown: another one is another page. */
const never = () => () => {}

function readPath(): string {
  const { pathname } = window.location
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
