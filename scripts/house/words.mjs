// Comments that are hard to read: wider than 100 columns, or a first line that leaves the reader to
// guess its subject.

/** Columns of a comment and of a document. */
export const WIDEST = 100
/** First words of a doc comment that name nothing. */
const RIDDLES = /^(What|It|As|Who|Whoever|Those|Of)\b/
/** Drawings and tables stand as they are, and a linter reads its own words in one line. */
const STANDS = /^\s*\/\/[/!]? ?(\||biome-ignore|@ts-)/

/** Lines of comments that are too wide: `{ line, text }`. */
export function wideComments(text) {
  let isDrawing = false
  return text.split('\n').flatMap((content, index) => {
    if (/^\s*(\/\/[/!]?|\*) ?```/.test(content)) isDrawing = !isDrawing
    const isWide = /^\s*(\/\/|\/\*|\*)/.test(content) && content.length > WIDEST
    return isWide && !isDrawing && !STANDS.test(content) ? [{ line: index + 1, text: content.trim() }] : []
  })
}

/** Doc comments of Rust whose first line is a riddle: `{ line, text }`. */
export function riddles(text) {
  const lines = text.split('\n')
  return lines.flatMap((content, index) => {
    const [, mark, first] = content.match(/^\s*(\/\/[/!]) (.*)$/) ?? []
    const isFirst = mark !== undefined && !lines[index - 1]?.trim().startsWith(mark)
    return isFirst && RIDDLES.test(first) ? [{ line: index + 1, text: first }] : []
  })
}

/** The same of TypeScript: `/**` and what follows it, on its line or the next. */
export function riddlesOfScript(text) {
  return [...text.matchAll(/\/\*\*[ \t]*(?:\n\s*\*\s*)?(\S[^\n]*)/g)]
    .filter(([, first]) => RIDDLES.test(first))
    .map(({ index, 1: first }) => ({ line: text.slice(0, index).split('\n').length, text: first }))
}

/** Lines of a Markdown document that are too wide, apart from tables, headings and code. */
export function wideText(text) {
  let isCode = false
  return text.split('\n').flatMap((content, index) => {
    if (/^\s*```/.test(content)) isCode = !isCode
    const stands = isCode || /^(\s*\||#| {4})/.test(content)
    return !stands && content.length > WIDEST ? [{ line: index + 1, text: content }] : []
  })
}
