// The fields between the `---` lines of a Markdown text, as lines: a field keeps its line unless it
// is changed.

/** Name of a field → its value as YAML. */
export type Fields = Record<string, string>

/** The fields that begin a line, and the text below them. */
export function parts(text: string): { fields: Fields; body: string } {
  const { lines, body } = split(text)
  const pairs = lines.map((line) => [nameOf(line), line.slice(line.indexOf(':') + 1).trim()])
  return { fields: Object.fromEntries(pairs.filter(([name]) => name !== undefined)), body }
}

/** The text with other values of one line each; a field with the value '' is left out. */
export function withFields(text: string, change: Fields): string {
  const { lines, body } = split(text)
  const there = new Set(lines.map(nameOf))
  const written = (name: string, value = '') => (value === '' ? [] : [`${name}: ${value}`])
  const kept = lines.flatMap((line) => {
    const name = nameOf(line)
    return name === undefined || change[name] === undefined ? [line] : written(name, change[name])
  })
  const added = Object.entries(change).flatMap(([name, value]) => (there.has(name) ? [] : written(name, value)))
  return `---\n${[...kept, ...added].join('\n')}\n---\n${body}`
}

/** The text of a value that is written in quotes or without. */
export function unquoted(value = ''): string {
  return value.startsWith('"') ? String(JSON.parse(value)) : value
}

function split(text: string): { lines: string[]; body: string } {
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? []
  return { lines: head.split('\n'), body }
}

const nameOf = (line: string) => /^(\w+):/.exec(line)?.[1]
