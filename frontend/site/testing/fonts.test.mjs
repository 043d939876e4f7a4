// Cutting (`media/fonts.mjs`) with the Chinese face that the site declares. Not beside it: what is
// in that folder is part of the app id.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Blob, Face, Feature, Font, shape, Buffer as Text } from 'harfbuzzjs'
import { describe, expect, it } from 'vitest'
import decompress from 'wawoff2/decompress.js'
import { run } from '../../media/fonts.mjs'

const FILE = 'node_modules/@expo-google-fonts/noto-serif-sc/500Medium/NotoSerifSC_500Medium.ttf'
const PUNCTUATION = '（中）。」'

const cut = async (characters, features, hash = 'a') => {
  const { made } = await run({ file: FILE, hash, features }, Buffer.from(characters))
  return Buffer.concat(made)
}

/** Advance width in thousandths of an em, with one feature on. */
function width(sfnt, text, feature) {
  const buffer = new Text()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  const features = ['chws=0', 'halt=0', `${feature}=1`].map((one) => Feature.fromString(one))
  shape(new Font(new Face(new Blob(sfnt))), buffer, features)
  return buffer.getGlyphPositions().reduce((sum, { xAdvance }) => sum + xAdvance, 0)
}

describe('a slice', () => {
  it('keeps half-width and contextual spacing of punctuation', async () => {
    const whole = readFileSync(FILE)
    const slice = await decompress(await cut(PUNCTUATION, ['halt', 'chws', 'palt', 'kern', 'locl']))
    for (const font of [slice, whole]) {
      expect(width(font, PUNCTUATION, 'halt')).toBe(1000 + 4 * 500)
      expect(width(font, PUNCTUATION, 'chws')).toBeLessThan(5 * 1000)
    }
  })

  it('has no rules that are not asked for', async () => {
    const slice = await decompress(await cut(PUNCTUATION, ['kern']))
    expect(width(slice, PUNCTUATION, 'halt')).toBe(5 * 1000)
  })

  it('tells its family, its copyright and its licence, in English', async () => {
    const slice = await decompress(await cut('海', []))
    const names = new Face(new Blob(slice)).listNames()
    // From 256 on they are names of axes, which tables refer to.
    const ids = names.map(({ nameId }) => nameId).filter((id) => id < 256)
    expect(ids).toEqual([0, 1, 2, 13, 14])
    expect(new Set(names.map(({ language }) => language))).toEqual(new Set(['en']))
  })

  it('has the same bytes however often the font was opened and closed between', async () => {
    const first = await cut('海上明月', ['kern'])
    for (const hash of ['b', 'c', 'd', 'e']) await cut('共潮生', ['kern'], hash)
    expect(await cut('海上明月', ['kern'])).toEqual(first)
  })

  it('is cut from a font of 45 MB, and one of 70 MB is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'))
    const large = async (megabytes) => {
      const file = join(folder, `${megabytes}.ttf`)
      writeFileSync(file, Buffer.concat([readFileSync(FILE), Buffer.alloc(megabytes * 1_000_000 - statSync(FILE).size)]))
      return run({ file, hash: String(megabytes), features: ['kern'] }, Buffer.from('海上明月'))
    }
    const { made } = await large(45)
    expect(Buffer.concat(made)).toEqual(await cut('海上明月', ['kern']))
    await expect(large(70)).rejects.toThrow('name a font of less than 50 MB')
    rmSync(folder, { recursive: true })
  })

  it('is refused where a feature has not four letters, and the next one is cut', async () => {
    await expect(cut('海', ['kerning'])).rejects.toThrow('correct `fonts.json`')
    await expect(cut('海', ['kern'])).resolves.toBeDefined()
  })
})
