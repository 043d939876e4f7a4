// Comments and documents that are wider than 100 columns.

/** Columns of a comment and of a document. */
export const WIDEST = 100
/** Drawings and tables are left as they are, and a linter reads its own words in one line. */
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

/** Lines of a Markdown document that are too wide, apart from tables, headings and code. */
export function wideText(text) {
  let isCode = false
  return text.split('\n').flatMap((content, index) => {
    if (/^\s*```/.test(content)) isCode = !isCode
    const stands = isCode || /^(\s*\||#| {4})/.test(content)
    return !stands && content.length > WIDEST ? [{ line: index + 1, text: content }] : []
  })
}
