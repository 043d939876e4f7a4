// Where a script may send the visitor (R8.04). Links in content are left to the browser, except the
// ones that run code.

/** Protocols that run or show content of another author, under our origin or as if under it. */
const DANGEROUS = new Set(['javascript:', 'data:', 'vbscript:', 'blob:', 'filesystem:', 'about:', 'view-source:'])

/** Thrown instead of navigating. */
export class RefusedNavigation extends Error {
  constructor(url: string, reason: string) {
    super(`navigation to \`${url}\` refused: ${reason}`)
    this.name = 'RefusedNavigation'
  }
}

/**
 * True for an address that must never be followed, however it is disguised: the URL parser strips
 * the characters that hide it.
 */
export function isDangerous(url: string, base: string): boolean {
  const parsed = parse(url, base)
  return parsed === null || DANGEROUS.has(parsed.protocol)
}

/**
 * The address to follow. Throws on a dangerous protocol, and on another origin unless `external` is
 * set.
 */
export function navigable(url: string, { base, external = false }: { base: string; external?: boolean }): URL {
  const parsed = parse(url, base)
  if (parsed === null) throw new RefusedNavigation(url, 'it is no address')
  if (DANGEROUS.has(parsed.protocol)) throw new RefusedNavigation(url, `\`${parsed.protocol}\` is never followed`)
  if (parsed.origin !== new URL(base).origin && !external) {
    throw new RefusedNavigation(url, 'it leaves the site; say `external: true` to allow that')
  }
  return parsed
}

/**
 * A path on this site from a parameter that anyone may have written (`?redirect=`), or `fallback`.
 */
export function sameSitePath(value: string | null, fallback: string): string {
  if (value === null || !value.startsWith('/')) return fallback
  // Resolved against a host of our own choosing: an address that ends on another host (`//host`,
  // `/\host`) is not a path.
  const base = 'https://site.invalid'
  const parsed = parse(value, base)
  if (parsed === null || parsed.origin !== base || MISLEADING.test(parsed.pathname)) return fallback
  return parsed.pathname + parsed.search + parsed.hash
}

/**
 * Paths that are on this site now but might not be when they are read again: `/.//host` resolves to
 * `//host`, and a server that decodes `/%2fhost` once too often redirects to another host. The
 * gateway refuses encoded slashes anyway.
 */
const MISLEADING = /^\/\/|%(?:25)*(?:2f|5c)/i

function parse(url: string, base: string): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}
