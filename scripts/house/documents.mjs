// Paths that documents name: a file or a function that moved leaves a sentence that is untrue.

/** Folders of the project whose files documents may name. */
const TOP = /^(contract|generator|gateway|origin|frontend|locales|scripts|tests|docs)\//
/** Placeholders for a name that the reader chooses. */
const PLACEHOLDER = /[<*{…]/

/** Paths in backticks that lead nowhere: `{ line, path }`. */
export function missingPaths(text, exists) {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(/`([^`\s]+)`/g)]
      .map(([, path]) => path)
      .filter((path) => TOP.test(path) && !PLACEHOLDER.test(path) && !exists(path.replace(/\/$|::.*$/, '')))
      .map((path) => ({ line: index + 1, path })),
  )
}

/** Rust paths in backticks (`a::b::c`) with a name that no source has: `{ line, path }`. */
export function missingRustPaths(text, names) {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(/`([a-z_]+(?:::[\w{}, ]+)+)(?:\(\))?`/g)]
      .filter(([, path]) => path.match(/\w+/g).some((name) => !names.has(name)))
      .map(([, path]) => ({ line: index + 1, path })),
  )
}
