// Words of a document for browsers without scripts; no browser with scripts loads them.

import { Trans } from '@lingui/react/macro'

export function TideNeedsScripts() {
  return (
    <p>
      <Trans>The drawing needs JavaScript. The letter below works without it.</Trans>
    </p>
  )
}
