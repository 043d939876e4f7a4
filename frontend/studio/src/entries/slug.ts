// Names of entries, as addresses have them.

/** Longest name that a title makes. */
const LENGTH = 60

/** Why a name cannot be used. */
export type SlugFault = 'empty' | 'letters' | 'taken'

/** The name of a title in Latin letters; empty if the title has others only. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/['’]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return words.length <= LENGTH
    ? words
    : words
        .slice(0, LENGTH + 1)
        .replace(/-[^-]*$/, '')
        .slice(0, LENGTH)
}

/** The fault of a name; undefined if it has none. */
export function faultOf(slug: string, taken: Set<string>): SlugFault | undefined {
  if (slug === '') return 'empty'
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) return 'letters'
  return taken.has(slug) ? 'taken' : undefined
}
