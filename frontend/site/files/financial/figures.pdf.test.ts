// The report, read back by another library: its words, fonts and structure, in both languages.

import type { LocaleCode } from '@portico/app'
import { loadI18n } from '@portico/app/i18n'
import type { PageInput } from '@portico/app/page'
import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, it } from 'vitest'
import { financialInput, financialYears } from '#/testing/financial-input.ts'
import figures from './figures.pdf.ts'

const LANGUAGES = ['zh-CN', 'en'] as const
/** Visitors on a phone do not wait for a large file. */
const MAX_BYTES = 100 * 1024

async function made(input: PageInput): Promise<Uint8Array> {
  return new Uint8Array((await figures(input, await loadI18n(input.locale))) as Uint8Array)
}

const opened = async (locale: LocaleCode) => read(await made(financialInput(locale)))

async function read(bytes: Uint8Array) {
  // pdf.js takes ownership of the bytes that it is given.
  const pdf = await getDocument({ data: bytes.slice(), fontExtraProperties: true, useSystemFonts: false, verbosity: 0 }).promise
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
  return { bytes, pdf, pages }
}

/** Text that a reader selects and a search finds. */
async function wordsOf(pages: readonly PDFPageProxy[]): Promise<string> {
  const contents = await Promise.all(pages.map((page) => page.getTextContent()))
  return contents.flatMap(({ items }) => items.map((item) => ('str' in item ? item.str : ''))).join('')
}

type Node = { role?: string; alt?: string; children?: Node[] }

const rolesOf = (node: Node): string[] => [
  ...(node.role === undefined ? [] : [node.role]),
  ...(node.children ?? []).flatMap(rolesOf),
]
const altsOf = (node: Node): string[] => [...(node.alt === undefined ? [] : [node.alt]), ...(node.children ?? []).flatMap(altsOf)]

describe('figures.pdf', () => {
  it.each([
    ['zh-CN', ['管理规模', '亿元', '1,160', '186', '254.6', '分配给投资人', '第二年。', '2024', '示例']],
    ['en', ['Assets under management', 'billion yuan', '116.0', '18.6', '1,580.0', 'Second year.', '2024', 'Sample']],
  ] as const)('in %s has the figures and words of the page, as text', async (locale, expected) => {
    const words = await wordsOf((await opened(locale)).pages)
    for (const word of expected) expect(words).toContain(word)
    expect(words).not.toContain('\uFFFD')
  })

  it.each(LANGUAGES)('in %s names its language and title, and numbers its pages', async (locale) => {
    const { pdf, pages } = await opened(locale)
    const { info } = (await pdf.getMetadata()) as { info: object }
    expect(info).toMatchObject({ Language: locale, Title: `title 0 · ${financialInput(locale).site.name[locale]}` })
    expect(await wordsOf(pages)).toContain(`1 / ${pages.length}`)
    for (const page of pages) expect(page.view).toEqual([0, 0, 595.28, 841.89])
  })

  it.each(LANGUAGES)('in %s embeds what it needs of its fonts, and is small', async (locale) => {
    const { bytes, pages } = await opened(locale)
    const fonts = new Set<string>()
    for (const page of pages) {
      const { fnArray, argsArray } = await page.getOperatorList()
      for (const [index, operator] of fnArray.entries()) {
        if (operator !== OPS.setFont) continue
        const font = page.commonObjs.get(argsArray[index][0]) as { name: string; missingFile: boolean }
        expect(font.missingFile).toBe(false)
        fonts.add(font.name.replace(/^[A-Z]{6}\+/u, ''))
      }
    }
    const latin = ['Newsreader-Regular', 'Newsreader-SemiBold']
    const chinese = ['NotoSerifSC-Regular', 'NotoSerifSC-SemiBold']
    expect([...fonts].sort()).toEqual(locale === 'en' ? latin : [...latin, ...chinese])
    expect(bytes.length).toBeLessThan(MAX_BYTES)
  })

  it.each(LANGUAGES)('in %s tells screen readers its headings, its table and what its drawings show', async (locale) => {
    const { pages } = await opened(locale)
    const trees = (await Promise.all(pages.map((page) => page.getStructTree()))) as Node[]
    const roles = trees.flatMap(rolesOf)
    expect(roles).toEqual(expect.arrayContaining(['H1', 'H2', 'H3', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']))
    expect(roles.filter((role) => role === 'TR')).toHaveLength(3)
    expect(roles.filter((role) => role === 'TD')).toHaveLength(10)
    const alts = trees.flatMap(altsOf)
    expect(alts).toHaveLength(4)
    expect(alts[0]).toMatch(
      locale === 'en' ? /^Assets under management.*2024 116\.0, 2025 18\.6$/u : /^管理规模.*2024 1,160, 2025 186$/u,
    )
  })

  it.each(LANGUAGES)('in %s is the same bytes every time', async (locale) => {
    expect(Buffer.compare(await made(financialInput(locale)), await made(financialInput(locale)))).toBe(0)
  })

  it('a name with marks of XML damages no metadata', async () => {
    const input = financialInput('en')
    input.site = { ...input.site, name: { 'zh-CN': '潮', en: 'Tide & <Co>' } }
    const { pdf } = await read(await made(input))
    expect((await pdf.getMetadata()).metadata?.get('dc:title')).toBe('title 0 · Tide ＆ ‹Co›')
  })

  it('goes on over as many pages as there are years to tell of', async () => {
    const [, last] = financialYears('en')
    const many = Array.from({ length: 16 }, (_, index) => ({ ...last, year: 2010 + index }))
    const { pages } = await read(await made(financialInput('en', many)))
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) {
      const { items: texts } = await page.getTextContent()
      for (const text of texts) if ('transform' in text && text.str !== '') expect(text.transform[5]).toBeGreaterThan(30)
    }
  })

  it('names a character that no font has, instead of printing a box', async () => {
    const [first, last] = financialYears('en')
    const input = financialInput('en', [first, { ...last, note: 'Good \u{1F30A}' }])
    await expect(made(input)).rejects.toThrow('U+1F30A of “Good \u{1F30A}”')
  })
})
