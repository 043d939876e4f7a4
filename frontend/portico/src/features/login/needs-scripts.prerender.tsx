// Words of the login page for browsers without scripts; see `NeedsScripts` of `ui/State`.

import { Trans } from '@lingui/react/macro'

export function LoginNeedsScripts() {
  return (
    <p>
      <Trans>Signing in needs JavaScript. Please allow it for this site, then reload the page.</Trans>
    </p>
  )
}
