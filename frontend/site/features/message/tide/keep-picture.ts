// Saves the picture as a file, in the browser alone.

import { type PictureProps, paint, pictureOf, svgOf } from './picture.ts'

export type PictureKind = 'svg' | 'png'

/** Dots to a unit: sharp on a phone. */
const SCALE = 2

export async function keepPicture(kind: PictureKind, props: Omit<PictureProps, 'face'>, name: string): Promise<void> {
  // Words of a visitor's page: a cut face has only the Chinese characters of the site's headlines.
  const face = getComputedStyle(document.documentElement).getPropertyValue('--serif-system').trim() || 'serif'
  const picture = pictureOf({ ...props, face })
  const file = kind === 'svg' ? new Blob([svgOf(picture)], { type: 'image/svg+xml' }) : await painted(picture)
  if (file !== null) save(file, `${name}.${kind}`)
}

function painted(picture: ReturnType<typeof pictureOf>): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width * SCALE
  canvas.height = picture.height * SCALE
  const context = canvas.getContext('2d')
  if (context === null) return Promise.resolve(null)
  paint(picture, context, SCALE)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
