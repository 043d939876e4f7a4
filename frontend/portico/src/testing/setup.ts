// The package's tests stand on the fixture site.

import { setDefinition } from '#/definition.ts'
import { fixtureSite } from '#/testing/fixture-site.tsx'

setDefinition(fixtureSite)
