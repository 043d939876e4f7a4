// A page's files: each declared one has its module, and one that cannot be made is named.

import { BODY_TOKEN } from '@portico/app/page'
import { describe, expect, it } from 'vitest'
import { fileMakers } from '#/file-makers.ts'
import { routes } from '#/routes.ts'
import { sampleInput } from '#/testing/sample-payload.ts'
import { createFileMaker } from '../../portico/src/worker/files.ts'

const modules = {
  './files/home/text.csv.ts': async () => ({ default: () => '潮,1\r\n' }),
  './files/home/bytes.pdf.ts': async () => ({ default: async () => Uint8Array.of(0x25, 0xff) }),
  './files/home/throws.pdf.ts': async () => ({
    default: () => {
      throw new TypeError('no figures')
    },
  }),
  './files/home/rejects.pdf.ts': async () => ({ default: () => Promise.reject(new Error('no glyph')) }),
  './files/home/language.csv.ts': async () => ({
    default: (page: { path: string }, i18n: { locale: string }) => `${page.path} ${i18n.locale}`,
  }),
  './files/home/body.csv.ts': async () => ({ default: (page: BodyPage) => `${page.payload.data.page.body}` }),
  './files/home/payload.json.ts': async () => ({ default: (page: BodyPage) => JSON.stringify(page.payload) }),
}

type BodyPage = { payload: { data: { page: { body: unknown } } } }

describe('files of a page', () => {
  it('every declared file has a module, and every module is declared', () => {
    const declared = routes.flatMap(({ id, files = [] }) => files.map(({ name }) => `./files/${id}/${name}.ts`))
    expect(Object.keys(fileMakers).sort()).toEqual(declared.sort())
  })

  it('stand in the order of their names; text is UTF-8', async () => {
    const make = await createFileMaker(modules)
    const made = await make(sampleInput('home', 'en'), ['bytes.pdf', 'text.csv'])
    expect(made.files.map((file) => [...file])).toEqual([[0x25, 0xff], [...Buffer.from('潮,1\r\n')]])
    expect(made.rendered).toEqual({
      files: [
        { name: 'bytes.pdf', size: 2 },
        { name: 'text.csv', size: 7 },
      ],
    })
  })

  it.each(['zh-CN', 'en'] as const)('a file in %s gets that language’s texts', async (locale) => {
    const input = sampleInput('home', locale)
    const { files } = await (await createFileMaker(modules))(input, ['language.csv'])
    expect(Buffer.concat(files).toString()).toBe(`${input.path} ${locale}`)
  })

  it.each(['body.csv', 'payload.json'])('%s cannot hold a body: what stands for one is no text', async (name) => {
    const input = sampleInput('home', 'en')
    input.payload.data.page = { title: 'Home', body: `${BODY_TOKEN}${'0'.repeat(32)}` }
    const made = await (await createFileMaker(modules))(input, [name])
    expect(made).toEqual({ files: [], rendered: { error: expect.stringMatching(/a body is no text/u), failedFile: name } })
  })

  it.each([
    ['throws.pdf', /^TypeError: no figures\n\s+at/u],
    ['rejects.pdf', /^Error: no glyph\n\s+at/u],
    ['gone.pdf', /the site has no files\/home\/gone\.pdf\.ts/u],
  ])('%s costs its page all files, and is named', async (name, message) => {
    const made = await (await createFileMaker(modules))(sampleInput('home', 'en'), ['text.csv', name])
    expect(made.files).toEqual([])
    expect(made.rendered).toEqual({ error: expect.stringMatching(message), failedFile: name })
  })
})
