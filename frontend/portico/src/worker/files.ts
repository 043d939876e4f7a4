// The files that a page offers, made when the page is rendered and from the same input.
//
// A file's module is found by its name: `files/<route>/<name>.ts` in the site. Only the worker
// knows these modules, so neither they nor their imports (fonts, a PDF library) reach the browser.
// A worker loads a module when the first page asks for it.

import type { I18n } from '@lingui/core'
import { BODY_TOKEN, type Json, type LocaleCode, type Rendered } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { siteLocales } from '#/i18n/locales.ts'
import type { FileInput, FileMaker } from '#/worker/file-maker.ts'
import { describe } from '#/worker/render.tsx'

/**
 * The files in the order of their names; or none, and the name of the file that could not be made.
 */
export type MadeFiles = { files: Uint8Array[]; rendered: Pick<Rendered, 'files' | 'error' | 'failedFile'> }

/** Modules by place: `./files/financial/figures.csv.ts`. */
export type FileModules = Record<string, () => Promise<unknown>>

/** Maker of a page's files, for the requested names. */
export async function createFileMaker(
  modules: FileModules = {},
): Promise<(page: FileInput, names: readonly string[]) => Promise<MadeFiles>> {
  const catalogs = new Map<LocaleCode, I18n>()
  for (const { code } of siteLocales()) catalogs.set(code, await loadI18n(code))
  return async (page, names) => {
    const files: Uint8Array[] = []
    const sealed = { ...page, payload: { ...page.payload, data: seal(page.payload.data) as typeof page.payload.data } }
    for (const name of names) {
      try {
        const make = await maker(modules, page.route, name)
        const bytes = await make(sealed, catalogs.get(page.locale) as I18n)
        files.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
      } catch (error) {
        return { files: [], rendered: { error: describe(error), failedFile: name } }
      }
    }
    return { files, rendered: { files: files.map(({ length }, index) => ({ name: names[index] as string, size: length })) } }
  }
}

const TOKEN = new RegExp(`^${BODY_TOKEN}[0-9a-f]{32}$`, 'u')

/**
 * A copy in which bodies cannot be taken for texts: in a compressed file the generator would not
 * find their placeholders.
 */
function seal(value: Json): unknown {
  if (typeof value === 'string') return TOKEN.test(value) ? new SealedBody() : value
  if (Array.isArray(value)) return value.map(seal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, seal(inner)]))
}

class SealedBody {
  [Symbol.toPrimitive](): never {
    throw new Error('a body is no text for a file to hold: ask for what it needs as a field of its own')
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

async function maker(modules: FileModules, route: string, name: string): Promise<FileMaker> {
  const load = modules[`./files/${route}/${name}.ts`]
  if (load === undefined) throw new Error(`the site has no files/${route}/${name}.ts`)
  return ((await load()) as { default: FileMaker }).default
}
