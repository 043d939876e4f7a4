// The sample's tests use the sample site.

import { setDefinition } from '@portico/app/definition.ts'
import { site } from '#/site.ts'

setDefinition(site)
