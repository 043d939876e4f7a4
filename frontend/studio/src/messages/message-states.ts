// The states of a message in words.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MessageState } from './message-calls.ts'

/** The word for each state, the one with work first. */
export const MESSAGE_STATES: Record<MessageState, MessageDescriptor> = {
  received: msg({ message: 'New', context: 'state of a message' }),
  done: msg({ message: 'Done', context: 'state of a message' }),
  withdrawn: msg({ message: 'Withdrawn', context: 'state of a message' }),
}
