// Texts that an earlier page did not save, offered again.

import { Trans } from '@lingui/react/macro'
import { labelOf } from '../lib/schema.ts'
import { answerOffer } from '../state/saving.ts'
import { useStudio } from '../state/store.ts'

/** The offer for a file; none if all was saved. */
export function Offer({ file }: { file: string }) {
  const drafts = useStudio((state) => state.offered[file])
  const values = Object.entries(drafts ?? {})
  if (values.length === 0) return null
  return (
    <section className="note" role="status">
      <p>
        <Trans>These texts were not saved last time:</Trans>
      </p>
      <ul>
        {values.map(([place, value]) => (
          <li key={place}>
            <b>{place.startsWith('/') ? labelOf(place.slice(1), undefined) : place}</b>{' '}
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => answerOffer(file, true)}>
        <Trans>Take them up</Trans>
      </button>{' '}
      <button type="button" className="quiet" onClick={() => answerOffer(file, false)}>
        <Trans>Forget them</Trans>
      </button>
    </section>
  )
}
