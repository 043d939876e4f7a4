// The way back to the text that one page had: a new change set, opened in the review.

import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { PastPage } from '../past.ts'
import { showView } from '../state/address.ts'
import { api } from '../state/calls.ts'
import { openSet } from '../state/pages.ts'
import { loadSets } from '../state/sets.ts'
import { attempt } from './history-calls.ts'
import { momentOf } from './history-words.ts'

/** Properties: `timeZone` is that of the site. */
export type RestoreProps = { past: PastPage & { isKept: true }; timeZone: string | null }

/** The button, and what it does. */
export function RestoreButton({ past, timeZone }: RestoreProps) {
  return (
    <p>
      <button type="button" onClick={() => void restore(past, timeZone)}>
        <Trans>Put this text back…</Trans>
      </button>{' '}
      <span className="help">
        <Trans>This makes a new change set with the text of this page and language. You look at it before it is published.</Trans>
      </span>
    </p>
  )
}

async function restore({ page, build, live, lines }: RestoreProps['past'], timeZone: string | null): Promise<void> {
  if (page === null) return
  const title = lines?.find(({ field }) => field === 'title')?.text ?? page.path
  const date = live === null ? build : momentOf(live.time, timeZone)
  await attempt(async () => {
    const { id } = await api.createSet(i18n._(msg`Back to ${date}: ${title}`))
    try {
      await api.restore(id, page.path, build)
    } catch (error) {
      // Without a text, the set would only be in the way.
      await api.deleteSet(id)
      throw error
    }
    await loadSets()
    await openSet(id)
    showView({ name: 'review' })
  })
}
