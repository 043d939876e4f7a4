// Names of the sections of documents, in their order.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DocumentsFields } from '#/content.gen.ts'

export type Section = DocumentsFields['section']

export const sections: { id: Section; label: MessageDescriptor }[] = [
  { id: 'guide', label: msg`Guide` },
  { id: 'editors', label: msg`For editors` },
  { id: 'reference', label: msg`Reference` },
  { id: 'decisions', label: msg`Design and decisions` },
]
