// Vike is the build tool and the development server, nothing more: one page that matches every
// address, whose client entry is our own. The browser gets none of vike's runtime, and the
// generator renders through site/worker.ts.

import type { Config } from 'vike/types'

export default {
  clientRouting: false,
} satisfies Config
