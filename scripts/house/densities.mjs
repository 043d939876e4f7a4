// Words that ordinary engineering prose seldom has, counted in comments and documents. Where they
// are frequent, a reader has to translate: "what was sent" for "the message", "nobody asked" for
// "without a request", "the build says" for "the build reports".

/** Occurrences per 1,000 words that a crate or a document has at most, of each group. */
export const LIMIT = 1

/** The groups, and the words of each. */
export const GROUPS = {
  nobody: /\b(nobody|somebody|nothing|anybody)\b/gi,
  what: /\bwhat\b/gi,
  who: /\b(who|whoever)\b/gi,
  stands: /\b(stands?|lies?|goes)\b(?!-)/gi,
  tells: /\b(told|tells?|says?|said)\b/gi,
}

/** Text of the comments of a source file. */
export function commentsOf(text) {
  let isInBlock = false
  return text
    .split('\n')
    .flatMap((line) => {
      const opens = /^\s*\/\*/.test(line)
      const comment = isInBlock || opens ? line.replace(/^\s*(\/\*\*?|\*(?!\/))|\*\/.*$/g, '') : /^\s*(?:\/\/[/!]?|#(?![![]))(.*)$/.exec(line)?.[1]
      isInBlock = (isInBlock || opens) && !line.includes('*/')
      return comment ?? []
    })
    .join('\n')
    .replaceAll(CODE, ' ')
}

/** Text of a Markdown document, without its code. */
export function proseOf(text) {
  return text.replaceAll(/^\s*```[^]*?^\s*```/gm, ' ').replaceAll(/\]\([^)]*\)/g, ']').replaceAll(CODE, ' ')
}

/** Code within a sentence. */
const CODE = /`[^`\n]*`/g

/** Words, and occurrences of each group. */
export function count(prose) {
  const words = prose.match(/[A-Za-z][\w'’-]*/g)?.length ?? 0
  const found = Object.entries(GROUPS).map(([group, pattern]) => [group, prose.match(pattern)?.length ?? 0])
  return { words, ...Object.fromEntries(found) }
}

/** Groups of which a file has too many. A short file may have one of each. */
export function excess(counted) {
  const most = Math.max(1, Math.floor((LIMIT * counted.words) / 1000))
  return Object.keys(GROUPS).filter((group) => counted[group] > most)
}

/** The counts of several files together. */
export function total(all) {
  const sum = (name) => all.reduce((sum, counted) => sum + counted[name], 0)
  return Object.fromEntries(['words', ...Object.keys(GROUPS)].map((name) => [name, sum(name)]))
}

/** Occurrences per 1,000 words, by group, to one decimal. */
export function densities(counted) {
  const share = (group) => Math.round((counted[group] / counted.words) * 10_000) / 10
  return Object.fromEntries(Object.keys(GROUPS).map((group) => [group, share(group)]))
}
