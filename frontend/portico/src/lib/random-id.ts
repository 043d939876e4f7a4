// Random ids: for the anonymous visitor, this browser, and items of a list that need keys.

/**
 * 128 random bits as 32 hexadecimal digits. Unlike `crypto.randomUUID` it works on plain HTTP too.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
