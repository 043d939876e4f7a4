// The parts of the site, as its navigation and its search name them.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RouteId } from '#/routes.ts'

/** `also` are routes within a part. */
export const parts: { id: RouteId; label: MessageDescriptor; also?: RouteId[] }[] = [
  { id: 'about', label: msg`About` },
  // @part news
  { id: 'news', label: msg`News`, also: ['article'] },
  // @end
  // @part forms
  { id: 'contact', label: msg`Contact` },
  // @end
]
