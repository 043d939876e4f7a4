// Sizes of files, as people write them.

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE

/** `63 bytes`, `51 KB`, `5.7 MB`, `20 MB`; a file that is not empty is never shown as 0. */
export function sizeText(bytes: number, locale: string): string {
  if (bytes < KILOBYTE) {
    return new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'long' }).format(bytes)
  }
  // A size that would be rounded to 1,024 KB is a megabyte.
  const kilobytes = Math.round(bytes / KILOBYTE)
  if (kilobytes < KILOBYTE) return `${new Intl.NumberFormat(locale).format(kilobytes)} KB`
  const size = bytes / MEGABYTE
  const digits = size < 10 && !Number.isInteger(size) ? 1 : 0
  return `${new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(size)} MB`
}
