// The parts of the site, as its navigation and its search name them.

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RouteId } from '#/routes.ts'

/** `also` are routes within a part. */
export const parts: { id: RouteId; label: MessageDescriptor; also?: RouteId[] }[] = [
  { id: 'exhibitions', label: msg`Exhibitions`, also: ['exhibition'] },
  { id: 'artists', label: msg`Artists`, also: ['artist'] },
  { id: 'visit', label: msg`Visit` },
  { id: 'about', label: msg`About` },
  { id: 'news', label: msg`News`, also: ['article'] },
  { id: 'contact', label: msg`Contact` },
]
