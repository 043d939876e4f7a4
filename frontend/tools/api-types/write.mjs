// Writes the frontend's types from Rust's:
//
//   portico/src/api/schema.gen.ts       the origin's calls as types, from its OpenAPI document
//   portico/src/enumerations/*.gen.ts   enumerations of the crate `contract`, from a golden file; a
//                                       file for each, so that a page loads those it uses
//
//   npm run api:types          write the files
//   npm run api:types:check    fail when one differs from the generated one

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import openapi, { astToString } from 'openapi-typescript'

const repository = new URL('../../../', import.meta.url)
const document = new URL('origin/openapi.json', repository)
const enumerations = new URL('contract/tests/golden/enumerations.json', repository)

write('api/schema.gen.ts', 'origin/openapi.json', astToString(await openapi(document)))
for (const [name, values] of Object.entries(JSON.parse(readFileSync(enumerations, 'utf8')))) {
  write(`enumerations/${kebab(name)}.gen.ts`, 'contract/tests/golden/enumerations.json', enumeration(name, values))
}

function write(file, source, text) {
  const target = new URL(`frontend/portico/src/${file}`, repository)
  const written = existsSync(target) ? readFileSync(target, 'utf8') : ''
  const wanted = `// Written by \`npm run api:types\` from ${source}; never by hand.\n\n${text}`
  if (!process.argv.includes('--check')) {
    writeFileSync(target, wanted)
  } else if (written !== wanted) {
    console.error(`error: \`${fileURLToPath(target)}\` does not match ${source}; run \`npm run api:types\``)
    process.exitCode = 1
  }
}

/** Its values in order, and the type of one of them. */
function enumeration(name, values) {
  const list = `${name.charAt(0).toLowerCase()}${name.slice(1)}Values`
  const lines = values.map((value) => `  '${value}',\n`).join('')
  return `export const ${list} = [\n${lines}] as const\nexport type ${name} = (typeof ${list})[number]\n`
}

/** `ChatOutcome` → `chat-outcome`. */
function kebab(name) {
  return name.replace(/\B[A-Z]/gu, '-$&').toLowerCase()
}
