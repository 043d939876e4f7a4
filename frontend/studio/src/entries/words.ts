// Words for states, kinds of access, and faults of a name.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Standing } from './rows.ts'
import type { SlugFault } from './slug.ts'

/** The states in the order of their choice. */
export const STATE_WORDS: Record<Standing, MessageDescriptor> = {
  live: msg`Live`,
  draft: msg({ message: 'Draft', context: 'state of a text' }),
  scheduled: msg`Scheduled`,
  expired: msg`Taken down`,
  missing: msg`Missing`,
  outdated: msg`Translation outdated`,
}

/** Advice for a name that cannot be used. */
export const FAULT_WORDS: Record<SlugFault, MessageDescriptor> = {
  empty: msg`Write a name in Latin letters: it becomes the end of the page's address.`,
  letters: msg`Only small letters a–z, digits and single hyphens: “annual-meeting-2027”.`,
  taken: msg`There is an entry with this name already.`,
}
