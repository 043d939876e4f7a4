// The files that pages offer beside themselves, by route; each is made by
// `files/<route>/<name>.ts`. The generator publishes them; a browser makes none, and its code is
// built without them.

import type { PageFile } from '@portico/app/page'

const offered = (): { [route: string]: PageFile[] } => ({
  financial: [
    { name: 'figures.csv', type: 'text/csv; charset=utf-8' },
    { name: 'figures.pdf', type: 'application/pdf' },
  ],
  'message-bp': [{ name: 'refusals.json', type: 'application/json' }],
  'message-work': [{ name: 'refusals.json', type: 'application/json' }],
  product: [{ name: 'holdings.csv', type: 'text/csv; charset=utf-8' }],
  search: [{ name: 'results.json', type: 'application/json' }],
})

export const files = import.meta.env.PROD && !import.meta.env.SSR ? {} : offered()
