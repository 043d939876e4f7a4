// The web fonts of fonts.json, whole: the published site has them cut by the generator, and there
// is none here.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

type Face = { family: string; weight: string; style: string; file: string; ranges: string }

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Answers `/fonts.css`. */
export function fonts(): Plugin {
  const { faces } = JSON.parse(readFileSync(here('fonts.json'), 'utf8')) as { faces: Face[] }
  const css = faces.map(
    ({ family, weight, style, file, ranges }) =>
      `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};src:url("/@fs${here(file)}");unicode-range:${ranges}}`,
  )
  return {
    name: 'parts-fonts',
    configureServer: ({ middlewares }) => {
      middlewares.use('/fonts.css', (_request, response) => {
        response.setHeader('content-type', 'text/css').end(css.join('\n'))
      })
    },
  }
}
