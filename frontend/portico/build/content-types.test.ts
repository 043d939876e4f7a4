// The types of a museum's content, and queries over them as its site would write them: a query that
// must not pass has `@ts-expect-error` above it, which is an error itself where the query passes.

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'portico-content-types-'))
const frontend = join(folder, 'frontend')

const text = { type: 'string' }
const closed = { type: 'object', additionalProperties: false }
const SCHEMAS = {
  artists: { ...closed, required: ['name'], properties: { name: text, born: { type: 'integer' } } },
  shows: {
    ...closed,
    required: ['title', 'open', 'artists', 'host'],
    properties: {
      title: text,
      open: { type: 'string', format: 'date', 'x-format': 'date' },
      seats: { type: 'integer', 'x-format': 'integer' },
      hall: { enum: ['north', 'south'] },
      artists: { type: 'array', minItems: 1, items: { type: 'string', 'x-ref': 'artists' } },
      guests: { type: 'array', items: { type: 'string', 'x-ref': 'artists' } },
      curator: { type: 'string', 'x-ref': 'artists' },
      host: { type: 'string', 'x-ref': 'artists' },
    },
  },
}

beforeAll(() => {
  write('locales/locales.json', JSON.stringify([{ code: 'en' }]))
  for (const [name, schema] of Object.entries(SCHEMAS)) write(`content/${name}/_schema.json`, JSON.stringify(schema))
  const extend = { extends: join(modules, '@portico/app/tsconfig.json'), include: ['site'] }
  write('frontend/tsconfig.json', JSON.stringify({ ...extend, compilerOptions: { noUnusedLocals: false } }))
  mkdirSync(join(frontend, 'site'))
  symlinkSync(modules, join(frontend, 'node_modules'))
  const { status, stderr } = run(join(modules, '@portico/app/build/content-types.mjs'))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(place: string, source: string): void {
  const path = join(folder, place)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
}

function run(script: string) {
  return spawnSync(process.execPath, [script], { cwd: frontend, encoding: 'utf8' })
}

/** Errors in the site's files with `source` as its queries. The package's files miss layouts. */
function errorsOf(source: string): string[] {
  write('frontend/site/queries.ts', `${HEAD}${source}`)
  const { stdout } = run(join(modules, 'typescript/bin/tsc'))
  return stdout.split('\n').filter((line) => line.startsWith('site/'))
}

const HEAD = `
import type {} from '@portico/app'
import { type Answer, entry, list, neighbours, related } from '@portico/app/page'
import { expectTypeOf } from 'vitest'

`

describe('types of content', () => {
  it('a list of references is a relation, as a single one is', () => {
    const written = readFileSync(join(frontend, 'site/content.gen.ts'), 'utf8')
    expect(written).toContain("shows: { artists: 'artists'; guests: 'artists'; curator: 'artists'; host: 'artists' }")
    expect(written).toContain('artists: Record<never, never>')
  })

  it('an answer has a list of entries where the field is a list of references', () => {
    const errors = errorsOf(`
      const show = entry('shows', ':id', 'title', 'artists.name', 'artists.href', 'guests.name', 'curator.born', 'host.name')
      type Show = Answer<typeof show>
      expectTypeOf<Show['title']>().toEqualTypeOf<string>()
      expectTypeOf<Show['artists']>().toEqualTypeOf<{ name: string; href: string }[]>()
      expectTypeOf<Show['guests']>().toEqualTypeOf<{ name: string }[] | undefined>()
      expectTypeOf<Show['curator']>().toEqualTypeOf<{ born?: number } | undefined>()
      // Required by the schema, and still missing while the host is a draft.
      expectTypeOf<Show['host']>().toEqualTypeOf<{ name: string } | undefined>()

      const slugs = entry('shows', ':id', 'artists')
      expectTypeOf<Answer<typeof slugs>['artists']>().toEqualTypeOf<string[]>()
      const both = entry('shows', ':id', 'artists', 'artists.name')
      expectTypeOf<Answer<typeof both>['artists']>().toEqualTypeOf<{ name: string }[]>()

      // @ts-expect-error: artists have no such field
      entry('shows', ':id', 'artists.nmae')
      // @ts-expect-error: a text leads to no entry
      entry('shows', ':id', 'title.name')
    `)
    expect(errors).toEqual([])
  })

  it('entries are sorted, filtered and related by fields that they have', () => {
    const errors = errorsOf(`
      list('shows', { sort: ['-open', 'curator.name', 'slug'] }, 'title')
      list('shows', { sort: [], filter: { artists: ':id', hall: 'north', open: '2026-05-01', seats: 80 } }, 'title')
      list('shows', { sort: [], filter: { slug: ':id', 'artists.name': ':id', 'curator.born': 1960 } }, 'title')
      neighbours('shows', ['-open'], 'title')
      related('shows', ['artists', 'curator.name'], 3, 'title')

      // @ts-expect-error: shows have no such field
      list('shows', { sort: ['-opens'] }, 'title')
      // @ts-expect-error: artists have no such field
      list('shows', { sort: ['-curator.age'] }, 'title')
      // @ts-expect-error: an address is not sorted by
      list('shows', { sort: ['artists.href'] }, 'title')
      // @ts-expect-error: shows have no such field
      neighbours('shows', ['opens'], 'title')
      // @ts-expect-error: a body is shared with no other entry
      related('shows', ['body'], 3, 'title')
      // @ts-expect-error: shows have no such field
      list('shows', { sort: [], filter: { artist: ':id' } }, 'title')
      // @ts-expect-error: there is no such hall
      list('shows', { sort: [], filter: { hall: 'nord' } }, 'title')
      // @ts-expect-error: a parameter is a text, and never equal to a number
      list('shows', { sort: [], filter: { seats: ':id' } }, 'title')
    `)
    expect(errors).toEqual([])
  })

  it('the queries of docs/collections.md are right', () => {
    const guide = readFileSync(new URL('../../../docs/collections.md', import.meta.url), 'utf8')
    const [, queries] = /^```ts\n(.*?)^```$/msu.exec(guide) ?? []
    expect(queries).toContain('filter:')
    const errors = errorsOf(`
      const asked = () => ({ ${queries} })
      type Asked = ReturnType<typeof asked>
      expectTypeOf<Answer<Asked['show']['entry']>['artists']>().toEqualTypeOf<{ name: string; href: string }[]>()
      expectTypeOf<Answer<Asked['artist']['shows']>['items'][number]>().toHaveProperty('title')
    `)
    expect(errors).toEqual([])
  })

  it('a wrong query is an error with its place', () => {
    const [error] = errorsOf("entry('shows', ':id', 'artists.nmae')")
    expect(error).toContain('site/queries.ts(6,')
    expect(error).toContain('artists.nmae')
  })
})
