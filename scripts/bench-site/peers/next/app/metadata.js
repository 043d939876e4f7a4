import { headOf } from '../shared/words.js'

/** The head of a page, in Next's words. */
export function metadata(title, description, lang, path) {
  const head = headOf(title, description, lang, path)
  const languages = Object.fromEntries(head.alternates.map(({ code, url }) => [code, url]))
  return { title: head.title, description: head.description, alternates: { canonical: head.canonical, languages } }
}
