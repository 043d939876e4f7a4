// The page for a path that leads nowhere. The document is the same for all such paths; the browser
// completes the message with the whole path, as text, in the sentence that its route decides
// (R8.01).

import { Trans, useLingui } from '@lingui/react/macro'
import { couldExist, useHref, usePage } from '@portico/app/page'
import { useSyncExternalStore } from 'react'
import type { PageData } from '#/queries.ts'
import { ErrorView } from '#/ui/ErrorView/ErrorView.tsx'

export default function Page() {
  const { data } = usePage<PageData<'not-found'>>()
  const { t } = useLingui()
  const href = useHref()
  const path = useSyncExternalStore(never, readPath, () => '')
  const message = () => {
    if (path === '') return <Trans>Page not found</Trans>
    const { pathname } = window.location
    return couldExist(pathname) ? <Trans>Page not found: {path}</Trans> : <Trans>Page Not Found: {pathname}</Trans>
  }
  return (
    <ErrorView
      status={404}
      title={data.page.lead ?? data.page.title}
      message={message()}
      links={[
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
  const path = window.location.pathname + window.location.search
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
