// The package's tests use the fixture site.

import { setDefinition } from '#/definition.ts'
import { fixtureSite } from '#/testing/fixture-site.tsx'

setDefinition(fixtureSite)
