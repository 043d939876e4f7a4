// The sample's tests stand on the sample site.

import { setDefinition } from '@portico/app/definition.ts'
import { site } from '#/site.ts'

setDefinition(site)
