import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Entry, Formatted, List } from '@portico/app/page'
import { describe, expect, expectTypeOf, it } from 'vitest'

describe('content types', () => {
  it('content.gen.ts is what the schemas in content/ yield', () => {
    const script = fileURLToPath(new URL('../portico/build/content-types.mjs', import.meta.url))
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('an entry has the fields that were asked for, formatted values as value and text, references as objects', () => {
    type Item = Entry<'news', 'title' | 'date' | 'company.name'>
    expectTypeOf<Item['title']>().toEqualTypeOf<string>()
    expectTypeOf<Item['date']>().toEqualTypeOf<Formatted<string>>()
    expectTypeOf<Item['company']>().toEqualTypeOf<{ name: string } | undefined>()
    expectTypeOf<List<'news', 'href'>['items'][number]>().toEqualTypeOf<Entry<'news', 'href'>>()
  })

  it('the assets that site.yaml lets every page draw are those of the annual figures', () => {
    const content = new URL('../../content/', import.meta.url)
    const read = (path: string) => readFileSync(new URL(path, content), 'utf8')
    const years = readdirSync(new URL('financials/', content)).filter((name) => name.endsWith('.yaml'))
    const assets = years.sort().map((name) => Number(/^assets: ([\d.]+)$/mu.exec(read(`financials/${name}`))?.[1]))
    expect(JSON.parse(/^ {2}assets: (\[.*\])$/mu.exec(read('site.yaml'))?.[1] ?? '')).toEqual(assets)
  })

  it('the words of a letter about a company are in its text, in each language', () => {
    const letters = new URL('../../content/letters/', import.meta.url)
    for (const locale of ['en', 'zh-CN']) {
      const [front = '', body = ''] = readFileSync(new URL(`2026-q3/${locale}.md`, letters), 'utf8').split('\n---\n')
      const words = [...front.matchAll(/^ {4}text: "(.+)"$/gmu)].map(([, text = '']) => text)
      expect(words.length).toBe(6)
      for (const text of words) expect(body).toContain(text)
    }
  })

  it('the drawing of a case has the figures of its text, in each language', () => {
    const cases = new URL('../../content/cases/', import.meta.url)
    const slugs = readdirSync(cases, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    for (const { name } of slugs) {
      const [english, chinese] = ['en', 'zh-CN'].map((locale) => readFileSync(new URL(`${name}/${locale}.md`, cases), 'utf8'))
      expect(countsOf(chinese ?? ''), name).toEqual(countsOf(english ?? ''))
      const [total, ...steps] = countsOf(english ?? '')
      for (const [, share, marked] of (english ?? '').matchAll(/^ {6}value: ([\d.]+)%\n {6}marked: (\d+)$/gmu)) {
        const digits = share?.split('.')[1]?.length ?? 0
        expect(((100 * Number(marked)) / Number(total)).toFixed(digits), name).toBe(share)
        expect((english ?? '').split(`${share}%`).length, `${name}: ${share}%`).toBeGreaterThan(2)
      }
      expect(steps.length, name).toBeGreaterThan(0)
    }
  })
})

/** The numbers of a case's drawing: its total, and the filled ones of each count. */
function countsOf(text: string): (string | undefined)[] {
  return [...text.matchAll(/^ +(?:total|marked|places): (.+)$/gmu)].map(([, value]) => value)
}
