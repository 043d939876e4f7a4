// The parts of the site as its navigation and its search name them.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RouteId } from '@portico/app'

/** `also` are routes within a part. */
export const parts: { id: RouteId; label: MessageDescriptor; also?: RouteId[] }[] = [
  { id: 'about', label: msg`About`, also: ['financial'] },
  { id: 'invested', label: msg`Companies`, also: ['company'] },
  { id: 'industry', label: msg`Industries` },
  { id: 'cases', label: msg`Cases`, also: ['case'] },
  { id: 'total', label: msg`Track record` },
  { id: 'news', label: msg`News`, also: ['news-article'] },
  { id: 'chat', label: msg`Assistant` },
]
