// The words of the sample site and of new sites: no field of theirs lacks one.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Schema, SchemaWords } from '../api.ts'

const ROOT = resolve(import.meta.dirname, '../../../..')

describe.each([
  ['content', 'zh-CN'],
  ['generator/template/site/content', 'zh-CN'],
  ['generator/template/site/content', 'ja'],
])('%s in %s', (folder, language) => {
  const content = join(ROOT, folder)
  const collections = readdirSync(content, { withFileTypes: true }).filter(({ name }) =>
    existsSync(join(content, name, '_schema.json')),
  )

  it.each(collections.map(({ name }) => name))('has words for every field of %s', (collection) => {
    const read = (file: string) => JSON.parse(readFileSync(join(content, collection, file), 'utf8'))
    expect(placesWithoutWords(read('_schema.json'), read(`_schema.${language}.json`))).toEqual([])
  })
})

/** Pointers to the described places of a schema that lack a title or a description. */
function placesWithoutWords(schema: Schema, words: SchemaWords | undefined, pointer = ''): string[] {
  const lacksWords = schema.description !== undefined && !(words?.title && words.description)
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    placesWithoutWords(field, words?.properties?.[name], `${pointer}/properties/${name}`),
  )
  const items = schema.items === undefined ? [] : placesWithoutWords(schema.items, words?.items, `${pointer}/items`)
  return [...(lacksWords ? [pointer] : []), ...fields, ...items]
}
