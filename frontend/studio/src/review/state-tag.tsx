// The state of a change set, in a word.

import { useLingui } from '@lingui/react/macro'
import type { ChangeSet } from '../api.ts'

/** The word. */
export function StateTag({ state }: { state: ChangeSet['state'] }) {
  const { t } = useLingui()
  const words = {
    open: t`in progress`,
    proposed: t`proposed`,
    scheduled: t`scheduled`,
    publishing: t`being published`,
    published: t`published`,
  }
  return (
    <span className="tag" data-state={state}>
      {words[state]}
    </span>
  )
}
