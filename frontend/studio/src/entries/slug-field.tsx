// The field for the name of an entry.

import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { faultOf } from './slug.ts'
import { FAULT_WORDS } from './words.ts'

/** Properties. A fault is said when `isShown`: not before the editor has written something. */
export type SlugFieldProps = { slug: string; taken: Set<string>; isShown: boolean; onChange: (slug: string) => void }

/** The field, with advice for a name that cannot be used. */
export function SlugField({ slug, taken, isShown, onChange }: SlugFieldProps) {
  const { i18n } = useLingui()
  const id = useId()
  const fault = isShown ? faultOf(slug, taken) : undefined
  return (
    <div className="field" data-wrong={fault !== undefined || undefined}>
      <label htmlFor={id}>
        <Trans>Name in the address</Trans>
        <span aria-hidden="true"> *</span>
      </label>
      <input
        id={id}
        value={slug}
        required
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        aria-invalid={fault !== undefined || undefined}
        aria-describedby={`${id}-help`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-help`} className="help" role="status">
        {fault === undefined ? (
          <Trans>The last part of the page's address, for example annual-meeting-2027.</Trans>
        ) : (
          i18n._(FAULT_WORDS[fault])
        )}
      </p>
    </div>
  )
}
