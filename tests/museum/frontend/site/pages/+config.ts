// Vike is only the build tool and the development server: one page that matches every address, with
// our own client entry. The browser gets none of vike's runtime, and the generator renders through
// site/worker.ts.

import type { Config } from 'vike/types'

export default {
  clientRouting: false,
} satisfies Config
