// All change sets: state, author, time and size of each; one is chosen by a click.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '../api.ts'
import { openSet } from '../state/pages.ts'
import { useStudio } from '../state/store.ts'
import { ConfirmButton } from './confirm.tsx'
import { deleteSet } from './review-calls.ts'
import { useReview } from './review-state.ts'
import { timeOf } from './run-words.ts'
import { StateTag } from './state-tag.tsx'

/** The list; published sets are folded away. */
export function SetList() {
  const sets = useStudio((state) => state.sets)
  const published = sets.filter(({ state }) => state === 'published')
  const others = sets.filter(({ state }) => state !== 'published')
  return (
    <section className="card" aria-labelledby="review-sets">
      <h2 id="review-sets">
        <Trans>All change sets</Trans>
      </h2>
      {others.length === 0 && (
        <p className="help">
          <Trans>There is no open change set. Click a text on a page to begin one.</Trans>
        </p>
      )}
      <Items sets={others} />
      {published.length > 0 && (
        <details>
          <summary>
            <Trans>Published</Trans> <span className="count">{published.length}</span>
          </summary>
          <Items sets={published} />
        </details>
      )}
    </section>
  )
}

function Items({ sets }: { sets: ChangeSet[] }) {
  return (
    <ul className="set-items">
      {sets.map((set) => (
        <Item key={set.id} set={set} />
      ))}
    </ul>
  )
}

function Item({ set }: { set: ChangeSet }) {
  const { t } = useLingui()
  const current = useStudio((state) => state.setId)
  const info = useStudio((state) => state.info)
  const { id, name, author, changed, files, state } = set
  const isRunning = useReview(({ runs }) => runs[id]?.end === null)
  const mayDelete = !isRunning && state !== 'publishing' && (author === info?.user || info?.roles.includes('publisher'))
  return (
    <li data-current={id === current || undefined}>
      <button type="button" className="link" aria-current={id === current} onClick={() => void openSet(id)}>
        {name}
      </button>
      <p className="help">
        <StateTag state={state} /> <Plural value={files.length} _0="no files" one="# file" other="# files" /> · {author} ·{' '}
        <time dateTime={changed}>{timeOf(new Date(changed), true)}</time>
      </p>
      {mayDelete && (
        <ConfirmButton
          label={t`Delete`}
          name={t`Delete “${name}”`}
          title={t`Delete “${name}”?`}
          action={t`Delete`}
          className="quiet"
          onConfirm={() => void deleteSet(id)}
        >
          <p>
            {state === 'published' ? (
              <Trans>The site stays as it is; only this entry of the list goes away.</Trans>
            ) : (
              <Trans>All its changes are lost. The site stays as it is.</Trans>
            )}
          </p>
        </ConfirmButton>
      )}
    </li>
  )
}
