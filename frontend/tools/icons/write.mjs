// Writes portico/src/ui/Icon/paths.gen.ts: the outlines of the product's icons, Phosphor's in its
// light weight. A site gets these few, not the set of 58 MB.
//
//   npm run icons          write the file
//   npm run icons:check    fail when it differs from the generated one

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Meaning → the name of Phosphor's icon. */
const ICONS = {
  back: 'arrow-left',
  check: 'check',
  close: 'x',
  download: 'download-simple',
  external: 'arrow-up-right',
  file: 'file',
  listen: 'speaker-high',
  on: 'arrow-right',
  open: 'caret-down',
  play: 'play',
  renew: 'arrow-clockwise',
  search: 'magnifying-glass',
  upload: 'upload-simple',
  warning: 'warning',
}

const { resolve } = createRequire(import.meta.url)
const target = fileURLToPath(new URL('../../portico/src/ui/Icon/paths.gen.ts', import.meta.url))

const written = existsSync(target) ? readFileSync(target, 'utf8') : ''
const wanted = generate()
if (!process.argv.includes('--check')) {
  writeFileSync(target, wanted)
} else if (written !== wanted) {
  console.error(`error: \`${target}\` does not match tools/icons; run \`npm run icons\``)
  process.exitCode = 1
}

function generate() {
  const set = dirname(dirname(resolve('@phosphor-icons/core')))
  const license = readFileSync(join(set, 'LICENSE'), 'utf8').trimEnd()
  const comment = ['Written by `npm run icons` from @phosphor-icons/core; never by hand. The license of the outlines:', '']
  const lines = [...comment, ...license.split('\n')].map((line) => `// ${line}`.trimEnd())
  const paths = Object.entries(ICONS).map(([name, icon]) => `export const ${name} = '${pathOf(icon)}'`)
  return [
    ...lines,
    '',
    '// The outline of each icon, in a square of 256. A site gets those that its parts name.',
    '',
    ...paths,
    '',
  ].join('\n')
}

/** The one path of an icon's drawing. */
function pathOf(icon) {
  const drawing = readFileSync(resolve(`@phosphor-icons/core/light/${icon}-light.svg`), 'utf8')
  const found = /^<svg [^>]*viewBox="0 0 256 256"[^>]*><path d="([^"]+)"\s*\/><\/svg>\s*$/.exec(drawing)
  if (found === null) throw new Error(`${icon}: its drawing is not one path in a square of 256`)
  return found[1]
}
