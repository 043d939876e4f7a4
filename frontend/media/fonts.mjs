// Cuts fonts: some characters' glyphs, with the requested layout rules, become a WOFF2 file.
// HarfBuzz cuts, Google's encoder packs.

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import compress from 'wawoff2/compress.js'

/**
 * Copyright, family, style, licence and the licence's address: the Open Font License requires them
 * in every copy.
 */
const NAMES = [0, 1, 2, 13, 14]

/** English (United States), the language of the names in every font. */
const NAME_LANGUAGE = 0x0409

// Of `hb-subset.h`. The other settings are HarfBuzz's defaults: rules of every script, no tables of
// other layout engines.
const NO_HINTING = 1
const SETS = { names: 4, nameLanguages: 5, features: 6 }

/** From `hb-blob.h`: repairs of a font are made in a copy. */
const READONLY = 1

/** How many fonts are kept: a site declares few files, and cuts each many times. */
const KEPT = 4

/** Hash of a font file → the font, opened; the last used is last. */
const opened = new Map()

const harfbuzz = await WebAssembly.compile(
  await readFile(createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')),
)

/**
 * `job`: a font's file and hash, the layout features to keep, and of axes the least and greatest
 * value; `input`: the characters. Makes a WOFF2 file.
 */
export async function run({ file, hash, features, axes = {} }, input) {
  const tags = features.map((feature) => tag(feature, 'a feature'))
  const ranges = Object.entries(axes).map(([axis, range]) => ({ axis, tag: tag(axis, 'an axis'), range }))
  const font = opened.get(hash) ?? (await open(await sfntOf(file)))
  // Put back after a successful cut: a font that failed may be short of memory.
  opened.delete(hash)
  const sfnt = cut(font, [...input.toString('utf8')], tags, ranges)
  opened.set(hash, font)
  if (opened.size > KEPT) opened.delete(opened.keys().next().value)
  return { meta: {}, made: [Buffer.from(await compress(sfnt))] }
}

function tag(name, kind) {
  if (!/^[\x20-\x7e]{4}$/.test(name)) throw new Error(`"${name}" has not the four letters of ${kind}; correct \`fonts.json\``)
  return Buffer.from(name, 'latin1').readUInt32BE()
}

async function sfntOf(file) {
  const bytes = await readFile(file)
  if (bytes.toString('latin1', 0, 4) !== 'wOF2') return bytes
  const { default: decompress } = await import('wawoff2/decompress.js')
  return decompress(bytes)
}

/** A font in a separate HarfBuzz instance, with 64 MB of memory that cannot grow. */
async function open(sfnt) {
  const { exports: hb } = await WebAssembly.instantiate(harfbuzz)
  hb._initialize()
  const start = hb.malloc(sfnt.length)
  if (!start) throw new Error('it is too large; name a font of less than 50 MB in `fonts.json`')
  new Uint8Array(hb.memory.buffer).set(sfnt, start)
  const blob = hb.hb_blob_create(start, sfnt.length, READONLY, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  hb.hb_blob_destroy(blob)
  return { hb, face }
}

/** The font file of `characters`. */
function cut({ hb, face }, characters, tags, ranges) {
  const order = hb.hb_subset_input_create_or_fail()
  const fill = (set, values) => {
    hb.hb_set_clear(set)
    for (const value of values) hb.hb_set_add(set, value)
  }
  const codes = characters.map((character) => character.codePointAt(0))
  fill(hb.hb_subset_input_unicode_set(order), codes)
  fill(hb.hb_subset_input_set(order, SETS.names), NAMES)
  fill(hb.hb_subset_input_set(order, SETS.nameLanguages), [NAME_LANGUAGE])
  fill(hb.hb_subset_input_set(order, SETS.features), tags)
  hb.hb_subset_input_set_flags(order, NO_HINTING)
  for (const { axis, tag, range } of ranges) {
    // Its default stays, if the range has it.
    if (hb.hb_subset_input_set_axis_range(order, face, tag, ...range, Number.NaN)) continue
    hb.hb_subset_input_destroy(order)
    throw new Error(`the font has no axis "${axis}"; correct \`fonts.json\``)
  }
  const subset = hb.hb_subset_or_fail(face, order)
  hb.hb_subset_input_destroy(order)
  if (!subset) throw new Error('HarfBuzz refuses it: it is damaged, or needs more than 64 MB of memory')
  const blob = hb.hb_face_reference_blob(subset)
  const start = hb.hb_blob_get_data(blob, 0)
  const bytes = new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob))
  hb.hb_blob_destroy(blob)
  hb.hb_face_destroy(subset)
  return bytes
}
