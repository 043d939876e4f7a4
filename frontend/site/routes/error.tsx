// The documents for errors of the server (500, 502, 503): the event, and a remedy: mostly to wait
// and try again.

import { useLingui } from '@lingui/react/macro'
import { useHref, usePage, useSite } from '@portico/app/page'
import { ErrorView } from '#/ui/ErrorView/ErrorView.tsx'

export default function Page() {
  const { route } = usePage()
  const { t } = useLingui()
  const { email } = useSite()
  const href = useHref()
  const messages: Record<string, { status: number; message: string }> = {
    'error-500': { status: 500, message: t`The server made a mistake. It has been logged; please try again.` },
    'error-502': { status: 502, message: t`The server behind this page does not answer. Please try again in a minute.` },
    'error-503': { status: 503, message: t`The site is being prepared. Please try again in a minute.` },
  }
  const error = messages[route]
  if (error === undefined) throw new Error(`routes/error: no message for the route \`${route}\``)
  return (
    <ErrorView
      status={error.status}
      title={t`The tide is out.`}
      message={error.message}
      links={[
        // This address once more, from the server.
        { href: '', label: t`Try again`, rel: 'external' },
        { href: href('home'), label: t({ message: 'Home', comment: 'The common link to the home page' }) },
        { href: `mailto:${email}`, label: email },
      ]}
    />
  )
}
