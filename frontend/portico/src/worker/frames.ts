// Frames on standard input and output, as contract/src/frame.rs describes them. They are read and
// written blocking: a worker renders one page at a time, and the event loop would only cost time.
//
//   request   u32 LE length of all that follows │ u8 kind │ JSON: a page, or the site that the next
//             pages belong to
//   answer    u32 LE length of all that follows │ u32 LE length of meta │ meta JSON │ markup, raw
//             UTF-8 │ files
//
// All bytes that wait in the pipe are read at once, and one buffer takes all answers. An answer is
// written before the next page begins: a page that loops or kills the process must not lose the
// answers of others.

import { readSync, writeSync } from 'node:fs'
import {
  type Hello,
  MARKUP_FRAME,
  MAX_FRAME_BYTES,
  PAGE_FRAME,
  type PageFrame,
  type PageInput,
  type Rendered,
  SITE_FRAME,
  type SiteFrame,
} from '#/contract.ts'

const STDIN = 0
const STDOUT = 1
/** How long to wait before a pipe that is full or empty is tried again, in milliseconds. */
const RETRY_MS = 1
/** Room of a new buffer in bytes: more than a pipe holds. */
const ROOM = 128 * 1024
/** A character of UTF-16 takes at most three bytes of UTF-8. */
const UTF8_MAX = 3

/** Reads bytes into a part of `buffer` and returns their number; 0 at the end of the stream. */
export type Read = (buffer: Buffer, offset: number, length: number) => number

const readStdin: Read = (buffer, offset, length) => patiently(() => readSync(STDIN, buffer, offset, length, null))

/** A page to render. */
export type PageRequest = {
  input: PageInput
  /** Whether the files that its route declares are made, too. */
  hasFiles: boolean
}

/** Reader of the next page; returns undefined when the generator has closed the pipe. */
export function createReader(read: Read = readStdin): () => PageRequest | undefined {
  let buffer = Buffer.allocUnsafe(ROOM)
  let [start, end] = [0, 0]
  let known: SiteFrame | undefined

  /** Reads until `count` bytes are there; false if the stream ends before the first of them. */
  function fill(count: number): boolean {
    if (start + count > buffer.length) {
      const roomy = count > buffer.length ? Buffer.allocUnsafe(2 * count) : buffer
      buffer.copy(roomy, 0, start, end)
      buffer = roomy
      end -= start
      start = 0
    }
    while (end - start < count) {
      const got = read(buffer, end, buffer.length - end)
      if (got === 0 && end === start) return false
      if (got === 0) throw new Error('the request stream ends inside a frame')
      end += got
    }
    return true
  }

  return () => {
    for (;;) {
      if (!fill(4)) return undefined
      const length = buffer.readUInt32LE(start)
      if (length < 1 || length > MAX_FRAME_BYTES) throw new Error(`a request of ${length} bytes: the stream is out of step`)
      fill(4 + length)
      const kind = buffer[start + 4]
      const frame: unknown = JSON.parse(buffer.toString('utf8', start + 5, start + 4 + length))
      start += 4 + length
      if (kind === PAGE_FRAME || kind === MARKUP_FRAME)
        return { input: withSite(frame as PageFrame, known), hasFiles: kind === PAGE_FRAME }
      if (kind !== SITE_FRAME) throw new Error(`a request of kind ${kind}: the stream is out of step`)
      known = frame as SiteFrame
    }
  }
}

function withSite(frame: PageFrame, known: SiteFrame | undefined): PageInput {
  if (known?.hash !== frame.site) throw new Error(`the page \`${frame.path}\` names a site that was not sent`)
  return { ...frame, site: known.site }
}

/** Writer of an answer's bytes, which are valid until the next answer. */
export function createEncoder(): (meta: Hello | Rendered, markup: string, files?: readonly Uint8Array[]) => Buffer {
  let buffer = Buffer.allocUnsafe(ROOM)
  return (meta, markup, files = []) => {
    const json = JSON.stringify(meta)
    const most = files.reduce((sum, file) => sum + file.length, 8 + UTF8_MAX * (json.length + markup.length))
    if (most > buffer.length) buffer = Buffer.allocUnsafe(2 * most)
    const jsonLength = buffer.write(json, 8)
    let end = 8 + jsonLength
    end += buffer.write(markup, end)
    for (const file of files) {
      buffer.set(file, end)
      end += file.length
    }
    buffer.writeUInt32LE(end - 4, 0)
    buffer.writeUInt32LE(jsonLength, 4)
    return buffer.subarray(0, end)
  }
}

/** Sends bytes to the generator. */
export function send(bytes: Buffer): void {
  let sent = 0
  while (sent < bytes.length) sent += patiently(() => writeSync(STDOUT, bytes, sent, bytes.length - sent))
}

/** Repeats a call on a pipe that another process made non-blocking. */
function patiently(attempt: () => number): number {
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
    }
  }
}
