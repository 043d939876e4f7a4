import { describe, expect, it } from 'vitest'
import { MARKUP_FRAME, MAX_FRAME_BYTES, PAGE_FRAME, SITE_FRAME } from '#/contract.ts'
import { createEncoder, createReader, type Read } from '#/worker/frames.ts'

/** The bytes of one request. */
function request(kind: number, value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value))
  const head = Buffer.alloc(5)
  head.writeUInt32LE(1 + json.length, 0)
  head[4] = kind
  return Buffer.concat([head, json])
}

const site = (hash: string) => request(SITE_FRAME, { hash, site: { name: hash } })
const page = (path: string, hash: string, filler = '') => request(PAGE_FRAME, { path, site: hash, filler })

/** A stream that gives at most `step` bytes at a time. */
function stream(bytes: Buffer, step: number): Read {
  let at = 0
  return (buffer, offset, length) => {
    const got = bytes.copy(buffer, offset, at, at + Math.min(step, length))
    at += got
    return got
  }
}

function paths(bytes: Buffer, step = bytes.length): unknown[] {
  const next = createReader(stream(bytes, step))
  const all: unknown[] = []
  for (let asked = next(); asked !== undefined; asked = next()) all.push([asked.input.path, asked.input.site.name])
  return all
}

describe('requests', () => {
  const large = 'x'.repeat(300_000)
  const bytes = Buffer.concat([site('a'), page('/1', 'a'), page('/潮', 'a', large), page('/3', 'a'), site('b'), page('/4', 'b')])

  it.each([1, 7, 4096, 1 << 20])('are taken whole and in order when %i bytes come at a time, each with its site', (step) => {
    expect(paths(bytes, step)).toEqual([
      ['/1', 'a'],
      ['/潮', 'a'],
      ['/3', 'a'],
      ['/4', 'b'],
    ])
  })

  it('ask for the files of a page, or for its markup alone', () => {
    const next = createReader(
      stream(Buffer.concat([site('a'), page('/1', 'a'), request(MARKUP_FRAME, { path: '/2', site: 'a' })]), 64),
    )
    expect([next()?.hasFiles, next()?.hasFiles, next()]).toEqual([true, false, undefined])
  })

  it('a page whose site was not sent is out of step', () => {
    expect(() => paths(page('/1', 'a'))).toThrow('names a site that was not sent')
    expect(() => paths(Buffer.concat([site('a'), page('/1', 'b')]))).toThrow('names a site that was not sent')
  })

  it('a stream that ends inside a frame, or holds none, is out of step', () => {
    for (const end of [1, 4, 5, 20]) expect(() => paths(site('a').subarray(0, end)), `${end}`).toThrow('ends inside a frame')
    for (const length of [0, MAX_FRAME_BYTES + 1]) {
      const header = Buffer.alloc(4)
      header.writeUInt32LE(length)
      expect(() => paths(header), `${length}`).toThrow('out of step')
    }
    expect(() => paths(request(3, {}))).toThrow('out of step')
  })
})

describe('answers', () => {
  it('are two lengths in bytes, JSON, and markup as raw UTF-8', () => {
    const markup = '<p>潮生资本</p>'
    const frame = createEncoder()({ htmlFields: ['entry.body'] }, markup)
    const json = '{"htmlFields":["entry.body"]}'
    expect(frame.readUInt32LE(0)).toBe(frame.length - 4)
    expect(frame.readUInt32LE(4)).toBe(json.length)
    expect(frame.subarray(8, 8 + json.length).toString()).toBe(json)
    expect(frame.subarray(8 + json.length).toString('utf8')).toBe(markup)
  })

  it('have files behind the markup, byte for byte', () => {
    const files = [Uint8Array.of(0xff, 0x00), Uint8Array.of(), Uint8Array.of(0x25)]
    const frame = createEncoder()({ htmlFields: [] }, '<p>潮</p>', files)
    expect(frame.readUInt32LE(0)).toBe(frame.length - 4)
    expect(frame.subarray(-13).toString('hex')).toBe(`${Buffer.from('<p>潮</p>').toString('hex')}ff0025`)
  })

  it('leave nothing of one in the next, however large', () => {
    const encode = createEncoder()
    const first = Buffer.from(encode({ htmlFields: [] }, '<p>潮</p>'))
    encode({ htmlFields: [] }, '潮'.repeat(200_000), [new Uint8Array(300_000)])
    expect(encode({ htmlFields: [] }, '<p>潮</p>').equals(first)).toBe(true)
    const empty = encode({ htmlFields: [], error: 'E' }, '')
    expect(empty.length).toBe(4 + empty.readUInt32LE(0))
  })
})
