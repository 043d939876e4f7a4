import { describe, expect, it } from 'vitest'
import { encodeAnswer } from '#/worker/frames.ts'

describe('frames', () => {
  it('an answer is two lengths in bytes, JSON, and markup as raw UTF-8', () => {
    const markup = '<p>潮生资本</p>'
    const frame = encodeAnswer({ htmlFields: ['entry.body'] }, markup)
    const json = '{"htmlFields":["entry.body"]}'
    expect(frame.readUInt32LE(0)).toBe(frame.length - 4)
    expect(frame.readUInt32LE(4)).toBe(json.length)
    expect(frame.subarray(8, 8 + json.length).toString()).toBe(json)
    expect(frame.subarray(8 + json.length).toString('utf8')).toBe(markup)
  })

  it('files stand behind the markup, byte for byte', () => {
    const files = [Uint8Array.of(0xff, 0x00), Uint8Array.of(), Uint8Array.of(0x25)]
    const frame = encodeAnswer({ htmlFields: [] }, '<p>潮</p>', files)
    expect(frame.readUInt32LE(0)).toBe(frame.length - 4)
    expect(frame.subarray(-13).toString('hex')).toBe(`${Buffer.from('<p>潮</p>').toString('hex')}ff0025`)
  })

  it('an empty markup is empty', () => {
    const frame = encodeAnswer({ htmlFields: [], error: 'E' }, '')
    expect(frame.length).toBe(8 + frame.readUInt32LE(4))
  })
})
