// Frames on standard input and output, as contract/src/frame.rs describes them, read and written blocking: one page at a time
// is what a worker does, and the event loop would only cost.
//
//   request   u32 LE length of JSON │ JSON: PageInput
//   answer    u32 LE length of all that follows │ u32 LE length of meta │ meta JSON │ markup, raw UTF-8 │ files

import { readSync, writeSync } from 'node:fs'
import { type Hello, MAX_FRAME_BYTES, type PageInput, type Rendered } from '#/contract.ts'

const STDIN = 0
const STDOUT = 1
/** How long to wait before a pipe that is full or empty is tried again, in milliseconds. */
const RETRY_MS = 1

/** The next request; undefined when the generator has closed the pipe. */
export function readRequest(): PageInput | undefined {
  const header = Buffer.allocUnsafe(4)
  const got = fill(header)
  if (got === 0) return undefined
  if (got < header.length) throw new Error('the request stream ends inside a length')
  const length = header.readUInt32LE(0)
  if (length > MAX_FRAME_BYTES) throw new Error(`a request of ${length} bytes: the stream is out of step`)
  const json = Buffer.allocUnsafe(length)
  if (fill(json) < length) throw new Error('the request stream ends inside a frame')
  return JSON.parse(json.toString('utf8')) as PageInput
}

/** Sends one answer. */
export function writeAnswer(meta: Hello | Rendered, markup: string, files?: readonly Uint8Array[]): void {
  drain(encodeAnswer(meta, markup, files))
}

/** The bytes of one answer. */
export function encodeAnswer(meta: Hello | Rendered, markup: string, files: readonly Uint8Array[] = []): Buffer {
  const json = JSON.stringify(meta)
  const jsonLength = Buffer.byteLength(json)
  const markupLength = Buffer.byteLength(markup)
  const rest = files.reduce((sum, file) => sum + file.length, 4 + jsonLength + markupLength)
  const frame = Buffer.allocUnsafe(4 + rest)
  frame.writeUInt32LE(rest, 0)
  frame.writeUInt32LE(jsonLength, 4)
  frame.write(json, 8)
  frame.write(markup, 8 + jsonLength)
  let end = 8 + jsonLength + markupLength
  for (const file of files) {
    frame.set(file, end)
    end += file.length
  }
  return frame
}

function fill(buffer: Buffer): number {
  let filled = 0
  while (filled < buffer.length) {
    const read = patiently(() => readSync(STDIN, buffer, filled, buffer.length - filled, null))
    if (read === 0) break
    filled += read
  }
  return filled
}

function drain(buffer: Buffer): void {
  let written = 0
  while (written < buffer.length) {
    written += patiently(() => writeSync(STDOUT, buffer, written, buffer.length - written))
  }
}

/** Repeats a call on a pipe that somebody made non-blocking. */
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
