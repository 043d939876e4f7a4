// Files of one folder, each with the bytes that it had before the edit that is being made.

import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Path in the folder → its bytes; undefined: it is not there. */
export type Bytes = ReadonlyMap<string, Buffer | undefined>

export class Journal {
  readonly folder: string
  private before = new Map<string, Buffer | undefined>()

  constructor(folder: string) {
    this.folder = folder
  }

  /** Ends an edit. Answers the files that it wrote, with the bytes of before it. */
  end(): Bytes {
    const before = this.before
    this.before = new Map()
    return before
  }

  /** Puts every file back that the edit wrote. */
  takeBack() {
    for (const [path, bytes] of this.end()) this.put(path, bytes)
  }

  bytes(path: string): Buffer | undefined {
    const file = join(this.folder, path)
    return existsSync(file) ? readFileSync(file) : undefined
  }

  text(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8')
  }

  /** Names of the files and folders in a folder, sorted; none if it is no folder. */
  names(path: string): string[] {
    const folder = join(this.folder, path)
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).sort() : []
  }

  write(path: string, bytes: Buffer | string | undefined) {
    if (!this.before.has(path)) this.before.set(path, this.bytes(path))
    this.put(path, bytes)
  }

  private put(path: string, bytes: Buffer | string | undefined) {
    const file = join(this.folder, path)
    if (bytes !== undefined) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, bytes)
      return
    }
    rmSync(file, { force: true })
    // A folder without files would be an entry without a text.
    if (this.names(dirname(path)).length === 0) rmSync(dirname(file), { recursive: true, force: true })
  }
}
