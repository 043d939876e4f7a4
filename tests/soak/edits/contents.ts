// The addresses that receivers should be sent, read from clean builds alone: the pages whose own
// content differs, and the public paths whose answer differs.

import { createHash } from 'node:crypto'
import type { Build, Entry } from './builds.ts'
import { type Lists, emptyLists } from './recorder.ts'

type Payload = {
  route: string
  payload?: { data?: Record<string, unknown> }
  head: { title?: string; description?: string; noindex?: boolean }
}
/** `own` is undefined if the page is not to be indexed. */
type Page = { payload: string; own: string | undefined }

/** All that decides whether an address is news. */
export class Contents {
  readonly pages = new Map<string, Page>()
  private readonly files = new Map<string, string>()

  /** Payloads that were read for `before` are not read again. */
  constructor(build: Build, before?: Contents) {
    for (const [path, entry] of build.entries) {
      if (entry.kind === 'file' && entry.access !== undefined) continue
      this.files.set(path, answerOf(entry))
      const payloadPath = `${path.replace(/\/$/, '')}/_payload.json`
      const payload = build.entries.get(payloadPath)?.hash
      if (entry.kind !== 'file' || !entry.type?.startsWith('text/html') || entry.status !== undefined || payload === undefined)
        continue
      const known = before?.pages.get(path)
      this.pages.set(path, known?.payload === payload ? known : { payload, own: ownContent(build, payloadPath) })
    }
  }

  /** The pages that search engines may have. */
  indexed(): string[] {
    return [...this.pages]
      .filter(([, { own }]) => own !== undefined)
      .map(([path]) => path)
      .sort()
  }

  /** The addresses to be sent when these contents take the place of `before`. */
  newsSince(before: Contents): Lists {
    const lists = emptyLists()
    const own = (contents: Contents, path: string) => contents.pages.get(path)?.own
    lists.indexnow = union(before.pages, this.pages).filter((path) => own(before, path) !== own(this, path))
    lists.baidu = lists.indexnow.filter((path) => own(this, path) !== undefined)
    lists.cloudflare = union(before.files, this.files).filter((path) => before.files.get(path) !== this.files.get(path))
    for (const path of lists.cloudflare) {
      const change = !before.files.has(path) ? 'added' : this.files.has(path) ? 'changed' : 'ended'
      lists[change].push(path)
    }
    return lists
  }
}

const union = (one: Map<string, unknown>, other: Map<string, unknown>) => [...new Set([...one.keys(), ...other.keys()])].sort()

/** The answer to a guest: its bytes and type, or where it leads. */
const answerOf = ({ kind, hash, type, to, permanent }: Entry) => JSON.stringify([kind, hash, type, to, permanent])

/** Title, description, and the answers that are the page's own; a list's are all. */
function ownContent(build: Build, path: string): string | undefined {
  const { route, payload, head } = JSON.parse(String(build.bytes(path))) as Payload
  if (head.noindex === true) return undefined
  const names = build.own[route] ?? []
  const answers = Object.entries(payload?.data ?? {}).filter(([name]) => names.length === 0 || names.includes(name))
  return createHash('sha256')
    .update(JSON.stringify([head.title, head.description, answers]))
    .digest('base64')
}
