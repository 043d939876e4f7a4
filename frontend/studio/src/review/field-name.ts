// Names of fields and collections for people.

import { i18n } from '@lingui/core'
import type { ChangedFile, Schema, SiteLocale, StudioInfo } from '../api.ts'
import { labelOf } from '../lib/schema.ts'
import { BUILT_IN } from '../panel/built-in.ts'
import { titleOf } from './file-parts.ts'

/** The schema of a field at the first level of a file. */
export function schemaOfField(info: StudioInfo | null, path: string, field: string): Schema | undefined {
  const collection = info?.collections.find(({ name }) => name === path.split('/')[0])
  return collection?.schema.properties?.[field]
}

/** The name of a field: its title in the schema, or the studio's words for it. */
export function nameOfField(info: StudioInfo | null, path: string, field: string): string {
  const schema = schemaOfField(info, path, field)
  const builtIn = BUILT_IN.find(({ name }) => name === field)
  return schema === undefined && builtIn !== undefined ? i18n._(builtIn.title) : labelOf(field, schema)
}

/** The language that a file is written in: `news/a/en.md` is English. */
export function localeOf(locales: SiteLocale[], path: string): SiteLocale | undefined {
  const name = path
    .split('/')
    .at(-1)
    ?.replace(/\.[^.]+$/, '')
  return locales.find(({ code }) => code === name)
}

/** The title of a file's entry; one in several languages in that of the studio. */
export function titleOfFile({ path, base, text }: ChangedFile): string {
  return titleOf(path, text ?? base, i18n.locale)
}
