// The documents for errors of the server: the error, and the next step.

import { Trans, useLingui } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'

export default function Page() {
  const { route } = usePage()
  const { t } = useLingui()
  const title = {
    'error-502': t`The server behind this page does not answer`,
    'error-503': t`The site is being prepared`,
  }[route as string]
  return (
    <>
      <PageHead title={title ?? t`The server made a mistake`} lead={<Trans>Please try again in a minute.</Trans>} />
      {/* This address once more, from the server. */}
      <a href="" rel="external">
        <Trans>Try again</Trans>
      </a>
    </>
  )
}
