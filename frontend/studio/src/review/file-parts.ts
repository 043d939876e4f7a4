// A file of the content taken apart for people who compare it: fields with their values in words,
// and the body. Written YAML is read only as far as a comparison needs it.

/** Fields by name, each with its value in words, and the body. */
export type FileParts = { fields: Map<string, string>; body: string }

/** The parts of a file; a text in another form is all body. */
export function partsOf(path: string, text: string): FileParts {
  if (/\.ya?ml$/.test(path)) return { fields: fieldsOf(text), body: '' }
  const [, head, body] = /^---\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)([\s\S]*)$/m.exec(text) ?? []
  return head === undefined ? { fields: new Map(), body: text } : { fields: fieldsOf(head), body: body ?? '' }
}

/** The fields at the first level of a YAML text. */
export function fieldsOf(yaml: string): Map<string, string> {
  const fields = new Map<string, string>()
  let name: string | undefined
  let lines: string[] = []
  const close = () => name !== undefined && fields.set(name, wordsOfValue(lines))
  for (const line of yaml.split(/\r?\n/)) {
    const key = /^(["']?)([^\s#"'-][^:"']*)\1:(?:\s+(.*))?$/.exec(line)
    if (key === null) {
      if (!line.startsWith('#')) lines.push(line)
      continue
    }
    close()
    name = key[2]
    lines = [key[3] ?? '']
  }
  close()
  return fields
}

/** A written value in words: a text without its quotes, a list with dots. */
function wordsOfValue([first = '', ...others]: string[]): string {
  const rest = dedented(others)
  if (first === '') return rest.replaceAll(/^(\s*)- /gm, '$1• ')
  if (/^[|>][+-]?\d*$/.test(first)) return rest
  const items = /^\[([^[\]{}"']*)\]$/.exec(first)?.[1]
  if (items !== undefined) return items
  return unquoted([first, ...rest.split('\n').filter((line) => line !== '')].join(' ').trim())
}

function dedented(lines: string[]): string {
  const text = lines.filter((line) => line.trim() !== '')
  const indent = Math.min(...text.map((line) => line.length - line.trimStart().length))
  return text.length === 0
    ? ''
    : lines
        .map((line) => line.slice(indent))
        .join('\n')
        .trimEnd()
}

function unquoted(text: string): string {
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  if (!/^".*"$/.test(text)) return text
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}

/** The title of an entry, in a language if it has several; else its file's or folder's name. */
export function titleOf(path: string, text: string | null, locale: string): string {
  const { fields } = partsOf(path, text ?? '')
  const title = fields.get('title') ?? fields.get('name') ?? ''
  const lines = title.split('\n')
  const own = lines.find((line) => line.startsWith(`${locale}:`)) ?? lines[0] ?? ''
  const words = /\n/.test(title) || /^[a-z]{2}(-\w+)?: /.test(own) ? own.replace(/^[^:]+:\s*/, '') : own
  return unquoted(words) || slugOf(path)
}

/** `news/a/en.md` → `a`, `people/ann.yaml` → `ann`. */
function slugOf(path: string): string {
  const steps = path.split('/')
  const file = steps.at(-1)?.replace(/\.[^.]+$/, '') ?? path
  return steps.length > 2 && path.endsWith('.md') ? (steps.at(-2) ?? file) : file
}
