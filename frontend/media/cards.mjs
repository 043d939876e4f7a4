// Draws sharing cards: HTML with inline styles becomes a PNG.

import { readFile } from 'node:fs/promises'
import { Renderer } from '@takumi-rs/core'
import { fromHtml } from '@takumi-rs/helpers/html'

/** Fonts as JSON → a renderer that has them. They take 100 ms to read, and a site has one set. */
const renderers = new Map()

/** `job`: fonts (family, file, hash), width and height in pixels; `input`: HTML. Makes a PNG. */
export async function run({ fonts, width, height }, input) {
  const renderer = await rendererWith(fonts)
  const { node } = fromHtml(input.toString('utf8'))
  return { meta: {}, made: [await renderer.render(node, { width, height, format: 'png' })] }
}

async function rendererWith(fonts) {
  const key = JSON.stringify(fonts)
  let renderer = renderers.get(key)
  if (!renderer) {
    renderer = new Renderer()
    for (const { family, file } of fonts) await renderer.registerFont({ name: family, data: await readFile(file) })
    renderers.clear()
    renderers.set(key, renderer)
  }
  return renderer
}
