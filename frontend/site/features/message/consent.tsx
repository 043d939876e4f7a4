// The box that allows the firm to read and keep what was sent.

import { Trans } from '@lingui/react/macro'
import { useHref } from '@portico/app/page/paths.ts'
import { CheckField } from '@portico/app/ui/Field/CheckField.tsx'
import { Hidden } from '@portico/app/ui/Hidden/Hidden.tsx'

export type ConsentProps = { given: boolean; error: string | undefined; onChange: (given: boolean) => void }

export function Consent({ given, error, onChange }: ConsentProps) {
  const href = useHref()
  return (
    <CheckField
      name="consent"
      value="yes"
      checked={given}
      error={error}
      onChange={(event) => onChange(event.target.checked)}
      label={
        <Trans>
          I agree that this message is read and kept as the{' '}
          <a href={href('privacy')} target="_blank" rel="noopener">
            privacy policy<Hidden> (opens in a new tab)</Hidden>
          </a>{' '}
          says.
        </Trans>
      }
    />
  )
}
