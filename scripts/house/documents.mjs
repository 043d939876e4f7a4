// Paths that documents name: a file that moved leaves a sentence that is untrue.

/** Folders of the project whose files documents may name. */
const TOP = /^(contract|generator|gateway|origin|frontend|locales|scripts|tests|docs)\//
/** Placeholders for a name that the reader chooses. */
const PLACEHOLDER = /[<*{…]/
/** The part of a document that says where files will stand. */
const PLANNED = /^Rooms that wait for what comes next:\n\n(?:- .*\n(?: {2}.*\n)*)*/m

/** Paths in backticks that lead nowhere: `{ line, path }`. */
export function missingPaths(text, exists) {
  const today = text.replace(PLANNED, (part) => part.replace(/[^\n]/g, ''))
  return today.split('\n').flatMap((content, index) =>
    [...content.matchAll(/`([^`\s]+)`/g)]
      .map(([, path]) => path)
      .filter((path) => TOP.test(path) && !PLACEHOLDER.test(path) && !exists(path.replace(/\/$|::.*$/, '')))
      .map((path) => ({ line: index + 1, path })),
  )
}
