// The firm's faces from npm packages: Newsreader for Latin letters and figures, Noto Serif SC
// (思源宋体) for Chinese. A document embeds the glyphs that it shows, not the fonts.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const FILES = {
  latin: '@expo-google-fonts/newsreader/400Regular/Newsreader_400Regular.ttf',
  latinStrong: '@expo-google-fonts/newsreader/600SemiBold/Newsreader_600SemiBold.ttf',
  chinese: '@expo-google-fonts/noto-serif-sc/400Regular/NotoSerifSC_400Regular.ttf',
  chineseStrong: '@expo-google-fonts/noto-serif-sc/600SemiBold/NotoSerifSC_600SemiBold.ttf',
} as const

export type FontName = keyof typeof FILES

/** Gives a font by its name; an unused one is never read, and the Chinese ones are 14 MB each. */
export type Fonts = (name: FontName) => Font

/** Fonts of one document. They go with it: a worker keeps none. */
export function openFonts(): Fonts {
  const { resolve } = createRequire(import.meta.url)
  const open = new Map<FontName, Font>()
  return (name) => {
    const known = open.get(name)
    if (known !== undefined) return known
    // A collection of fonts would be another type; these files hold one each.
    const font = create(readFileSync(resolve(FILES[name]))) as Font
    open.set(name, font)
    return font
  }
}
