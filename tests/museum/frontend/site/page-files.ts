// The files that pages offer beside themselves, by route; each is made by files/<route>/<name>.ts.

import type { PageFile } from '@portico/app/page'

const offered = (): { [route: string]: PageFile[] } => ({
  search: [{ name: 'results.json', type: 'application/json' }],
})

export const files = import.meta.env.PROD && !import.meta.env.SSR ? {} : offered()
