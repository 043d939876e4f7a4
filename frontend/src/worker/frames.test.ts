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

  it('an empty markup is empty', () => {
    const frame = encodeAnswer({ htmlFields: [], error: 'E' }, '')
    expect(frame.length).toBe(8 + frame.readUInt32LE(4))
  })
})
