// Header classes: the pages that other sites may show in a frame, and the scripts of others that
// they load then. A row of the route table names a class. The worker hands this table to the
// generator, and no browser loads it.

import type { HeaderClass } from '@portico/app'
import { FEISHU_SDK } from '#/features/feishu/sdk.ts'

type Names = { headerClass: keyof typeof headerClasses }

declare module '@portico/app' {
  interface Register extends Names {}
}

export const headerClasses = {
  feishu: {
    // Where Feishu's client shows pages in a frame.
    frameAncestors: ['https://*.feishu.cn', 'https://*.larksuite.com', 'https://*.larkoffice.com'],
    scriptSources: [FEISHU_SDK],
  },
} satisfies { [name: string]: HeaderClass }
