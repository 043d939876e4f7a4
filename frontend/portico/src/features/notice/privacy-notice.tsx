// Notes once that the site keeps functional cookies only, with a link to more about personal data.
// They need no consent, so none is asked for. The notice comes after hydration: documents are the
// same for everyone, and without JavaScript no choice is stored.

import { Trans, useLingui } from '@lingui/react/macro'
import { destination } from '#/definition.ts'
import { useHref } from '#/page/paths.ts'
import { useOfferedLocale } from '#/state/offered-locale.ts'
import { setPreferences, usePreferences } from '#/state/preferences.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Strip } from '#/ui/Strip/Strip.tsx'

export function PrivacyNotice() {
  const { t } = useLingui()
  const href = useHref()
  const { restored, noticeRead } = usePreferences()
  const offered = useOfferedLocale()
  // One thing at a time: the offer of another language comes first, since this would be read in the
  // wrong one.
  if (!restored || noticeRead || offered !== undefined) return null
  return (
    <Strip label={t`Cookies and personal data`} phone="end">
      <p>
        <Trans>
          Only cookies that this site needs to work, no tracking. Your data:{' '}
          <a href={href(destination('privacy'))}>privacy policy</a>.
        </Trans>
      </p>
      <Button onClick={() => setPreferences({ noticeRead: true })}>
        <Trans comment="Closes the notice about cookies">OK</Trans>
      </Button>
    </Strip>
  )
}
