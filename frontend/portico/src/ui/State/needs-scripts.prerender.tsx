// Words of a prerendered page for browsers without scripts. A browser with scripts never shows it:
// its code and its catalog are without it, as without all that is named `*.prerender.tsx`.

import { Trans } from '@lingui/react/macro'

export function NeedsScripts() {
  return (
    <p>
      <Trans>This page needs JavaScript. Please allow it for this site, then reload the page.</Trans>
    </p>
  )
}
