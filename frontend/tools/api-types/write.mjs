// Writes portico/src/api/schema.gen.ts: the origin's calls as types, from the OpenAPI document that
// the origin keeps as a golden file.
//
//   npm run api:types          write the file
//   npm run api:types:check    fail when the file differs from what it would write

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapi, { astToString } from 'openapi-typescript'

const source = new URL('../../../origin/openapi.json', import.meta.url)
const target = new URL('../../portico/src/api/schema.gen.ts', import.meta.url)

const written = existsSync(target) ? readFileSync(target, 'utf8') : ''
const wanted = `// Written by \`npm run api:types\` from origin/openapi.json; never by hand.\n\n${astToString(await openapi(source))}`
if (!process.argv.includes('--check')) {
  writeFileSync(target, wanted)
} else if (written !== wanted) {
  console.error(`error: \`${fileURLToPath(target)}\` does not match origin/openapi.json; run \`npm run api:types\``)
  process.exit(1)
}
