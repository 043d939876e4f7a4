// The last step of a change set: an editor proposes it, a publisher publishes it.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet, Changes } from '../api.ts'
import { useStudio } from '../state/store.ts'
import { ConfirmButton } from './confirm.tsx'
import { publish } from './publishing.ts'
import { propose } from './review-calls.ts'

/** The buttons, and why they cannot be used now. */
export function PublishPart({ set, changes }: { set: ChangeSet; changes: Changes }) {
  const isPublisher = useStudio((state) => state.info?.roles.includes('publisher') ?? false)
  if (set.state === 'published' || set.files.length === 0) return null
  const hasConflicts = changes.files.some(({ conflict }) => conflict)
  const hasErrors = changes.problems.some(({ severity }) => severity === 'error')
  return (
    <section className="card" aria-labelledby="review-publish">
      <h2 id="review-publish">{isPublisher ? <Trans>Publish</Trans> : <Trans>Hand in</Trans>}</h2>
      {set.state === 'proposed' && (
        <p role="status">
          {isPublisher ? <Trans>Proposed by {set.author}.</Trans> : <Trans>Proposed, waiting for a publisher.</Trans>}
        </p>
      )}
      {(hasConflicts || hasErrors) && (
        <p className="help">
          {hasErrors ? (
            <Trans>It cannot be published until the problems are mended.</Trans>
          ) : (
            <Trans>It cannot be published until you have decided on the texts that someone else has changed, too.</Trans>
          )}
        </p>
      )}
      <div className="row">
        {isPublisher && <PublishButton set={set} changes={changes} isDisabled={hasConflicts || hasErrors} />}
        <ProposeButton set={set} isPublisher={isPublisher} />
      </div>
    </section>
  )
}

function ProposeButton({ set, isPublisher }: { set: ChangeSet; isPublisher: boolean }) {
  if (set.state === 'open' && isPublisher) return null
  return (
    <button type="button" className={set.state === 'open' ? 'primary' : undefined} onClick={() => void propose(set)}>
      {set.state === 'open' ? <Trans>Propose</Trans> : <Trans>Withdraw</Trans>}
    </button>
  )
}

function PublishButton({ set, changes, isDisabled }: { set: ChangeSet; changes: Changes; isDisabled: boolean }) {
  const { t } = useLingui()
  const { added, changed, removed, listed, around } = changes.pages ?? NO_PAGES
  const own = added.length + changed.length + removed.length
  const others = listed.length + around
  return (
    <ConfirmButton
      label={t`Publish now`}
      title={t`Publish “${set.name}”?`}
      action={t`Publish now`}
      className="primary"
      isDisabled={isDisabled}
      onConfirm={() => void publish(set)}
    >
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
      <p className="help">
        <Trans>It takes about half a minute. Everyone can see the changes then.</Trans>
      </p>
    </ConfirmButton>
  )
}

const NO_PAGES = { added: [], changed: [], removed: [], listed: [], around: 0 }
