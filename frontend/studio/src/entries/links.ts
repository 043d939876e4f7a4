// Links to an entry whose address changes.

import type { ContentFile, FileChange, Problem } from '../api.ts'

/** Code of the server for a link that leads nowhere. */
const BROKEN = 'broken-link'

/** The lines with links to the page `address`, by file; undefined if something else is wrong. */
export function filesWithLinks(problems: Problem[], address: string): Map<string, number[]> | undefined {
  const files = new Map<string, number[]>()
  for (const { code, file, line, values } of problems) {
    const isOwn = code === BROKEN && values?.address === address && file !== undefined && line !== undefined
    if (!isOwn) return undefined
    const path = file.replace(/^content\//, '')
    files.set(path, [...(files.get(path) ?? []), line])
  }
  return files
}

/** The change of a file whose links lead to the new address. */
export function mendedLinks({ path, version, text }: ContentFile, lines: number[], from: string, to: string): FileChange {
  const all = (text ?? '').split('\n')
  const edits = [...new Set(lines)].map((line) => ({
    kind: 'lines' as const,
    first: line,
    last: line,
    text: replaceAddress(all[line - 1] ?? '', from, to),
  }))
  return { path, version, edits }
}

/** The line with another address; an address that only begins like it stays. */
function replaceAddress(line: string, from: string, to: string): string {
  const parts = line.split(from)
  return parts.reduce((done, part) => `${done}${/^[\w/-]/.test(part) ? from : to}${part}`)
}
