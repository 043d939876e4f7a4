// Size and name of a file, for people.

const UNITS = ['KB', 'MB', 'GB']

/** A size in bytes: `24 B`, `1.5 MB`. */
export function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  let [size, unit] = [bytes / 1024, 0]
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`
}

/** Lets the browser save bytes under a name; no page shows them. */
export function saveBytes(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
