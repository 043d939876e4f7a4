// Words of a text, for an index that the browser makes itself. Chinese has no spaces: the browser
// divides it where it can. Pairs of characters are added to its words, so that a question whose
// words are divided otherwise still finds them all.

/** Runs of one script: a word of letters and digits, or characters that follow each other. */
const RUNS = /(\p{Script=Han}+)|[\p{L}\p{N}\p{M}]+/gu
const HAN = /\p{Script=Han}/u

type Divide = (run: string) => string[]

/** How words are found in texts of a language. */
export function wordsIn(locale: string): (text: string) => string[] {
  const divide = divider(locale)
  return (text) => [...folded(text).matchAll(RUNS)].flatMap(([run, han]) => (han === undefined ? [run] : hanWords(run, divide)))
}

/** A text as words are compared; of the same length for the scripts in which sites are written. */
export function folded(text: string): string {
  return text.toLowerCase()
}

export function isHan(word: string): boolean {
  return HAN.test(word)
}

function hanWords(run: string, divide: Divide): string[] {
  return [...new Set([...divide(run), ...pairs(run)])]
}

function divider(locale: string): Divide {
  // Firefox before 125 has none: there the pairs alone are used.
  if (Intl.Segmenter === undefined) return (run) => (run.length < 3 ? [run] : [])
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return (run) => Array.from(segmenter.segment(run), ({ segment }) => segment)
}

function pairs(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}
