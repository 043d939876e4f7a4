// An answer is a pure function of its input, files included.

import { describe, expect, it } from 'vitest'
import { around } from '#/around.tsx'
import { fileMakers } from '#/file-makers.ts'
import { financialInput } from '#/testing/financial-input.ts'
import { sampleInput } from '#/testing/sample-payload.ts'
import type { PageInput } from '../../portico/src/contract.ts'
import { createAnswerer } from '../../portico/src/worker/answer.ts'

/** A request for a page with its files. */
const whole = (input: PageInput) => ({ input, hasFiles: true })

describe('a worker’s answer', () => {
  it('to a page without files is there at once', async () => {
    const answer = (await createAnswerer({ files: fileMakers, around }))(whole(sampleInput('home', 'en')))
    expect(answer).not.toBeInstanceOf(Promise)
    expect(await answer).toMatchObject({ rendered: { htmlFields: ['page.body'] }, files: [] })
  })

  it('leaves nothing of one page’s files in the next: zh, torn, en, zh equals fresh, byte for byte', async () => {
    const used = await createAnswerer({ files: fileMakers, around })
    const zh = financialInput('zh-CN')
    const torn = financialInput('en')
    torn.site = { ...torn.site, name: { 'zh-CN': '潮', en: 'Tide\u{1F30A}' } }
    const first = await used(whole(zh))
    expect(first.rendered.files?.map(({ name }) => name)).toEqual(['figures.csv', 'figures.pdf'])
    expect(first.rendered.files?.map(({ size }) => size)).toEqual(first.files.map(({ length }) => length))
    expect(await used(whole(torn))).toMatchObject({
      markup: '',
      files: [],
      rendered: { error: expect.stringMatching(/U\+1F30A/u), failedFile: 'figures.pdf' },
    })
    await used(whole(financialInput('en')))
    const again = await used(whole(zh))
    const fresh = await (await createAnswerer({ files: fileMakers, around }))(whole(zh))
    expect(again).toEqual(first)
    expect(again).toEqual(fresh)
  })

  it('to a request for markup has no files', async () => {
    const used = await createAnswerer({ files: fileMakers, around })
    const input = financialInput('en')
    const answer = await used({ input, hasFiles: false })
    expect(answer.files).toEqual([])
    expect(answer.markup).toBe((await used(whole(input))).markup)
  })

  it('to a page that throws has no files', async () => {
    const torn = sampleInput('financial', 'en')
    torn.payload.data = {}
    const answer = await (await createAnswerer({ files: fileMakers, around }))(whole(torn))
    expect(answer.rendered.error).toMatch(/TypeError/u)
    expect(answer.rendered.failedFile).toBeUndefined()
    expect(answer.files).toEqual([])
  })
})
