// The pages that search engines may list, from the build.

import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { documentsOf, subjectsOf } from '../../tests/kit/pages/documents.ts'

/** `{ name, locale, path }` of each page that is asked for. */
export function indexable(builds, { pages, locales, all }) {
  const open = documentsOf(builds).filter(({ access, status, file }) => access === 'public' && status === 200 && isListed(file))
  return subjectsOf(open, all)
    .filter(({ name }) => matchesGlob(name, pages))
    .flatMap(({ name, documents }) => documents.map(({ locale, path }) => ({ name, locale, path })))
    .filter(({ locale }) => locales?.includes(locale) ?? true)
}

function isListed(file) {
  return !readFileSync(file, 'utf8').includes('<meta name="robots" content="noindex">')
}
