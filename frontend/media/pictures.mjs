// Makes pictures: decodes an image, upright and in sRGB, and encodes it in several widths and
// formats.

import sharp from 'sharp'

// One thread and no cache: bytes depend on the source alone, and memory on one image.
sharp.concurrency(1)
sharp.cache(false)

/** Settings of each format, chosen by the figures in `docs/decisions/011-images.md`. */
const ENCODERS = {
  avif: (image) => image.avif({ quality: 52, effort: 1, chromaSubsampling: '4:4:4', bitdepth: 8 }),
  webp: (image, isDrawing) => image.webp({ quality: 80, effort: 4, lossless: isDrawing }),
  jpeg: (image) => image.jpeg({ quality: 85, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png(),
}

/** Colour spaces whose profiles are those of pixels on screens. */
const RGB = ['srgb', 'rgb16']

/** An image of more colours is a photograph. */
const DRAWING_COLOURS = 256

/** Most pixels in memory at once while colours are counted. */
const STRIP_PIXELS = 4_000_000

/**
 * `job`: `format` of the file; `ladder`, the widths of candidates, narrow before wide; `mostPixels`
 * that are decoded; `moves`, which only the caller knows of a PNG; `isMade`: false if the image is
 * only checked for completeness. `input`: the file. An image that cannot be decoded is reported as
 * `broken`; an error is not the image's fault.
 */
export async function run(job, input) {
  const open = (more) => sharp(input, { failOn: 'error', limitInputPixels: job.mostPixels, ...more })
  let source
  try {
    source = await decode(open, job)
  } catch (error) {
    return { meta: { broken: error.message.trim() }, made: [] }
  }
  const { width, height, top } = source
  if (!job.isMade) return { meta: { width, height, files: [] }, made: [] }
  const candidates = [top]
  for (const narrower of job.ladder.filter((candidate) => candidate < top.width).reverse())
    candidates.unshift(await narrowed(top, narrower))
  const made = await encode(source, candidates, job.format)
  const files = made.map(({ bytes, ...file }) => ({ ...file, size: bytes.length }))
  return { meta: { width, height, colours: colours(candidates[0]), files }, made: made.map(({ bytes }) => bytes) }
}

/**
 * Reads the whole image; `top` are its pixels, or its first frame's, no wider than the widest
 * candidate.
 */
async function decode(open, { format, ladder, moves, isMade }) {
  const found = await open().metadata()
  const { orientation = 1, pages = 1, space } = found
  const { width, height } = found.autoOrient
  const widest = ladder.at(-1)
  const isAnimated = moves || pages > 1
  const isPlain = orientation === 1 && space !== 'cmyk'
  return {
    width,
    height,
    top: width > widest ? await shrunk(open, found, widest) : await pixels(open().autoOrient()),
    isAnimated,
    // Only lossless formats hold drawings with exactly the colours they were drawn in.
    isDrawing: isMade && format !== 'jpeg' && (await hasFewColours(open, found)),
    staysAsItIs: isAnimated || format === 'gif' || (isPlain && width <= widest),
  }
}

/**
 * File at the original's own path, unless the source file is used; then the still of an animation,
 * or the candidates.
 */
async function encode({ top, isAnimated, isDrawing, staysAsItIs }, candidates, own) {
  const as = async (role, format, image) => {
    const bytes = await ENCODERS[format](opened(image), isDrawing).toBuffer()
    return { role, format, width: image.width, height: image.height, bytes }
  }
  const files = staysAsItIs ? [] : [await as('original', own, top)]
  if (isAnimated) return [...files, await as('still', 'webp', top)]
  for (const format of ['avif', 'webp']) for (const candidate of candidates) files.push(await as('candidate', format, candidate))
  return files
}

/** In linear light: the light of pixels is averaged, or thin bright lines would darken. */
function scaled(image, width, height) {
  return image.pipelineColourspace('scrgb').resize(width, height, { fit: 'fill' })
}

/**
 * A wide image, upright and at most as wide as that; it streams through and is never in memory as a
 * whole. Profiles of RGB are applied to the result: with a pipeline in linear light the library
 * would apply them to light, and all would be black.
 */
async function shrunk(open, { autoOrient, hasProfile, space }, widest) {
  const height = heightAt(widest, autoOrient.width, autoOrient.height)
  const small = scaled(open({ ignoreIcc: true }).autoOrient(), widest, height).toColourspace('srgb')
  if (!hasProfile || !RGB.includes(space)) return pixels(small)
  return pixels(sharp(await small.keepIccProfile().png({ compressionLevel: 0 }).toBuffer()))
}

const narrowed = (image, width) => pixels(scaled(opened(image), width, heightAt(width, image.width, image.height)))

/** The height that keeps the proportions. */
const heightAt = (wanted, width, height) => Math.max(1, Math.round((height * wanted) / width))

/** sRGB, 8 bits for each of four channels. */
async function pixels(image) {
  const raw = image.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' })
  const { data, info } = await raw.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Pixels as an image again; without alpha if every pixel is opaque. */
function opened({ data, width, height }) {
  const image = sharp(data, { raw: { width, height, channels: 4 } })
  return isOpaque(data) ? image.removeAlpha() : image
}

function isOpaque(data) {
  for (let at = 3; at < data.length; at += 4) if (data[at] < 255) return false
  return true
}

/**
 * By strips: a photograph shows in the first, and a drawing of any size is never in memory as a
 * whole.
 */
async function hasFewColours(open, { width, height }) {
  const found = new Set()
  const rows = Math.max(1, Math.floor(STRIP_PIXELS / width))
  for (let top = 0; top < height; top += rows) {
    const { data } = await pixels(open().extract({ left: 0, top, width, height: Math.min(rows, height - top) }))
    let last
    for (let at = 0; at < data.length; at += 4) {
      const colour = data.readUInt32LE(at)
      if (colour === last) continue
      last = colour
      if (found.add(colour).size > DRAWING_COLOURS) return false
    }
  }
  return true
}

/**
 * The mean colours of an image's thirds, from top to bottom, as `rrggbb`; none for an image with
 * transparent pixels.
 */
function colours({ data, width, height }) {
  if (!isOpaque(data)) return null
  return [0, 1, 2].map((third) => {
    const last = Math.min(third, height - 1)
    const [start, end] = [last, last + 1].map((edge) => Math.ceil((edge * height) / Math.min(3, height)) * width * 4)
    const sums = [0, 0, 0]
    for (let at = start; at < end; at += 4) for (let channel = 0; channel < 3; channel++) sums[channel] += data[at + channel]
    return sums.map((sum) => hex(Math.floor((sum * 4) / (end - start)))).join('')
  })
}

const hex = (value) => value.toString(16).padStart(2, '0')
