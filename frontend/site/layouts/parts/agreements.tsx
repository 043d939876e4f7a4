// Links to the agreements, as items of a list.

import { Trans } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'

export function Agreements() {
  const href = useHref()
  return (
    <>
      <li>
        <a href={href('terms')}>
          <Trans>Terms of use</Trans>
        </a>
      </li>
      <li>
        <a href={href('privacy')}>
          <Trans>Privacy</Trans>
        </a>
      </li>
    </>
  )
}
