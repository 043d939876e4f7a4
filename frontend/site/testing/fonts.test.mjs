// Cutting (`media/fonts.mjs`) with the Chinese face that the site declares. Not beside it: the
// files of that folder are part of the app id.

import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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

  it('has the weights that are used, and no others', async () => {
    const file = 'node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2'
    const made = async (axes) =>
      Buffer.concat((await run({ file, hash: 'newsreader', features: ['kern'], axes }, Buffer.from('Tide'))).made)
    const [whole, kept] = [await made({}), await made({ wght: [400, 600] })]
    const rangesOf = async (font) => new Face(new Blob(await decompress(font))).getAxisInfos()
    const { wght: before, opsz } = await rangesOf(whole)
    expect(before).toMatchObject({ min: 200, max: 800 })
    expect(await rangesOf(kept)).toMatchObject({ wght: { min: 400, default: 400, max: 600 }, opsz })
    expect(kept.length).toBeLessThan(0.8 * whole.length)
    await expect(made({ slnt: [0, 1] })).rejects.toThrow('the font has no axis "slnt"')
    await expect(made({ weight: [400, 600] })).rejects.toThrow('four letters of an axis')
  })

  it('is cut to the weights that its declaration names and that style sheets use', () => {
    const { faces } = JSON.parse(readFileSync('fonts.json', 'utf8'))
    const upright = faces.filter(({ axes }) => axes !== undefined)
    expect(upright.map(({ weight, axes }) => weight === axes.wght.join(' '))).toEqual([true, true])
    const sheets = globSync('{site,parts,portico/src}/**/*.css').map((path) => readFileSync(path, 'utf8'))
    const weights = sheets.flatMap((css) =>
      [...css.matchAll(/(?:font-weight|--weight-\w+): (\d+)/g)].map(([, weight]) => Number(weight)),
    )
    expect(weights.length).toBeGreaterThan(10)
    const [lightest, boldest] = upright[0].axes.wght
    expect(weights.filter((weight) => weight < lightest || weight > boldest)).toEqual([])
  })

  it('is refused where a feature has not four letters, and the next one is cut', async () => {
    await expect(cut('海', ['kerning'])).rejects.toThrow('correct `fonts.json`')
    await expect(cut('海', ['kern'])).resolves.toBeDefined()
  })
})
