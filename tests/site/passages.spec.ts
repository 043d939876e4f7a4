// The passages that search and the assistant read from one page of each kind, as a person reads
// them (R2.12). `UPDATE_GOLDEN=1` writes them anew; read them before you commit them.

import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { generatorOptions, root, run, temporaryFolder } from '../fixtures/stack.ts'

const PAGES = [
  '/',
  '/about',
  '/about/financial',
  '/message/bp',
  '/enterprise/industry',
  '/enterprise/invested',
  '/enterprise/invested/landbridge',
  '/enterprise/cases',
  '/enterprise/cases/landbridge-written-off',
  '/total',
  '/news',
  '/news/two-clocks-of-storage',
  '/chat',
  '/terms',
]

const LANGUAGES = [
  { locale: 'zh-CN', prefix: '' },
  { locale: 'en', prefix: '/en' },
]

type Passage = { anchor?: string; heading?: string; text: string; rows?: number[] }
type SearchPage = { href: string; title: string; description: string; passages: Passage[] }

describe('the passages of the pages', () => {
  const folder = temporaryFolder()
  let site: string

  before(async () => {
    site = await builtForBrowsers(folder)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const { locale, prefix } of LANGUAGES) {
    test(`are sentences, facts and rows, without the furniture around them, in ${locale} (R2.12)`, () => {
      const { pages } = JSON.parse(readFileSync(join(site, `search/${locale}.json`), 'utf8')) as { pages: SearchPage[] }
      const text = PAGES.map((path) => {
        const page = pages.find(({ href }) => href === (prefix + path).replace(/(.)\/$/, '$1'))
        assert.ok(page, `${path} can be found`)
        return written(page)
      }).join('\n')
      const golden = join(import.meta.dirname, `passages/${locale}.txt`)
      if (process.env['UPDATE_GOLDEN']) writeFileSync(golden, text)
      assert.equal(text, readFileSync(golden, 'utf8'))
    })
  }
})

/** Builds the sample site with the files that browsers search, which hold all passages. */
async function builtForBrowsers(folder: string): Promise<string> {
  const content = join(folder, 'content')
  cpSync(join(root, 'content'), content, { recursive: true })
  const file = join(content, 'site.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replace('  runtime:\n', '  runtime:\n    search: browser\n'))
  mkdirSync(join(folder, 'builds'))
  const generator = run('generator', ['build', ...generatorOptions(folder, content, 'embedded'), '--sidecars', 'never'])
  assert.equal(await generator.ended, 0, generator.output())
  const build = readdirSync(join(folder, 'builds')).find((name) => /^\d{8}T/.test(name))
  return join(folder, 'builds', build ?? '')
}

/** A page as lines: `#` its title, `##` a heading, `|` a fact or a row of a table. */
function written({ href, title, passages }: SearchPage): string {
  const lines = passages.flatMap(({ heading, text, rows = [] }) => [
    ...(heading === undefined ? [] : [`## ${heading}`]),
    ...text.split('\n').flatMap((line, index) => (line === '' ? [] : [`${rows.includes(index) ? '|' : ' '} ${line}`])),
  ])
  return [`# ${href} ${title}`, ...lines, ''].join('\n')
}
