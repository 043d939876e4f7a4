// Names and kinds of files beside a text.

/** Ends of names of pictures. */
const PICTURES = ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif', 'svg']

/** Kinds of files that can be added, as a file input has them. */
export const ACCEPTED = [...PICTURES, 'pdf'].map((end) => `.${end}`).join(',')

/** Largest file, in MB. */
export const MAX_MB = 64

const endOf = (name: string) => /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Whether a file can be shown as a picture. */
export const isPicture = (name: string): boolean => PICTURES.includes(endOf(name))

/** Whether a file of this kind can be added. */
export const isAccepted = (name: string): boolean => isPicture(name) || endOf(name) === 'pdf'

/** A name that content accepts, of Latin letters, digits and hyphens; no other file has it. */
export function fileNameFor(name: string, taken: string[]): string {
  const end = endOf(name)
  const stem = name
    .slice(0, -end.length - 1)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const base = stem || (isPicture(name) ? 'picture' : 'file')
  const names = new Set(taken)
  for (let number = 1; ; number++) {
    const next = `${number === 1 ? base : `${base}-${number}`}.${end}`
    if (!names.has(next)) return next
  }
}
