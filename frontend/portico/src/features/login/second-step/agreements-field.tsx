// The box that must be ticked to sign in, with a link to each agreement and the date of its
// version.

import { Trans, useLingui } from '@lingui/react/macro'
import { dayText } from '#/i18n/dates.ts'
import { sameSitePath } from '#/lib/safe-url.ts'
import { usePage } from '#/page/page.tsx'
import { useHref } from '#/page/paths.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { CheckField } from '#/ui/Field/CheckField.tsx'
import { Hidden } from '#/ui/Hidden/Hidden.tsx'
import styles from '../login-form.module.css'
import type { Agreements } from '../use-agreements.ts'

export type AgreementsFieldProps = {
  agreements: Agreements
  accepted: boolean
  error: string | undefined
  onChange: (accepted: boolean) => void
}

export function AgreementsField({ agreements, accepted, error, onChange }: AgreementsFieldProps) {
  if (agreements.state === 'failed') {
    return (
      <p className={styles.agreements} role="alert">
        <Trans>The agreements could not be loaded.</Trans>{' '}
        <Button variant="quiet" onClick={agreements.reload}>
          <Trans>Try again</Trans>
        </Button>
      </p>
    )
  }
  const loading = agreements.state === 'loading'
  if (!loading && agreements.list.length === 0) return null
  return (
    <div className={styles.agreements} aria-busy={loading || undefined}>
      <CheckField
        name="agreements"
        checked={accepted}
        // Not `disabled`: when the texts have changed the focus comes here before the new ones do.
        aria-disabled={loading || undefined}
        error={error}
        aria-required
        onChange={(event) => loading || onChange(event.target.checked)}
        label={
          <Trans comment="A list of agreements follows">
            I have read and accept the <AgreementList agreements={agreements} />
          </Trans>
        }
      />
    </div>
  )
}

/**
 * “the Terms of use (1 June 2026) and Privacy policy (1 June 2026)”, as the language joins a list.
 */
function AgreementList({ agreements: { list } }: { agreements: Agreements }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const home = useHref()('home')
  const byKey = new Map(list.map((agreement) => [agreement.key, agreement]))
  return new Intl.ListFormat(locale).formatToParts(byKey.keys()).map(({ type, value }) => {
    const agreement = type === 'element' ? byKey.get(value) : undefined
    if (agreement === undefined) return value
    const { title, updatedAt, path } = agreement
    const date = dayText(updatedAt, locale)
    return (
      <a href={sameSitePath(path, home)} target="_blank" rel="noopener" key={value}>
        {t({ message: `${title} (${date})`, comment: 'An agreement and the date of its version' })}
        <Hidden>{t({ message: ' (opens in a new tab)', comment: 'After the words of a link' })}</Hidden>
      </a>
    )
  })
}
