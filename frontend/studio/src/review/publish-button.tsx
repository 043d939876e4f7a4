// Publishes change sets now, after one more question.

import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet, Changes } from '../api.ts'
import { ConfirmButton } from './confirm.tsx'
import { publish } from './publishing.ts'

/** Properties: the first of the sets is the one that is shown, with its changes. */
export type PublishButtonProps = { sets: ChangeSet[]; changes: Changes; isDisabled: boolean }

/** The button, and what visitors will see. */
export function PublishButton({ sets, changes, isDisabled }: PublishButtonProps) {
  const { t } = useLingui()
  const { added, changed, removed, listed, around } = changes.pages ?? NO_PAGES
  const own = added.length + changed.length + removed.length
  const others = listed.length + around
  return (
    <ConfirmButton
      label={t`Publish now`}
      title={titleOf(sets)}
      action={t`Publish now`}
      className="primary"
      isDisabled={isDisabled}
      onConfirm={() => void publish(sets)}
    >
      {sets.length > 1 ? (
        <>
          <Names sets={sets} />
          <p>
            <Trans>All of them become visible together, or none does.</Trans>
          </p>
        </>
      ) : (
        <p>
          <Plural
            value={own}
            _0="No page of its own changes."
            one="Visitors will see # page change."
            other="Visitors will see # pages change."
          />{' '}
          {others > 0 && (
            <Plural
              value={others}
              one="# more page lists it, or differs around its text."
              other="# more pages list it, or differ around their text."
            />
          )}
        </p>
      )}
      <p className="help">
        <Trans>Everyone can see the changes a moment later.</Trans>
      </p>
    </ConfirmButton>
  )
}

const NO_PAGES = { added: [], changed: [], removed: [], listed: [], around: 0 }

/** `Publish “Figures”?` */
function titleOf(sets: ChangeSet[]): string {
  const [set] = sets
  if (sets.length > 1 || set === undefined) {
    return i18n._(msg`Publish ${plural(sets.length, { one: '# change set', other: '# change sets' })} together?`)
  }
  return i18n._(msg`Publish “${set.name}”?`)
}

/** The names of several sets. */
export function Names({ sets }: { sets: ChangeSet[] }) {
  return (
    <ul className="names">
      {sets.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
