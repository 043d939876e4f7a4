// The sample's tests use the sample site.

import { setDefinition } from '@portico/app'
import { site } from '#/site.ts'

setDefinition(site)
