// The documents that are searched, as their readers see them: title and words of each article's
// page.

import { readFileSync } from 'node:fs'
import { LOCALES } from '../bench-generator/corpus.mjs'

/** `{language, path, title, text}` of each article in each language. */
export function publishedTexts(portico, corpus) {
  return corpus.slugs.flatMap((slug) =>
    LOCALES.map((language) => ({
      language,
      path: `${language}/${slug}`,
      ...textOf(readFileSync(portico.articleFile(slug, language), 'utf8')),
    })),
  )
}

function textOf(document) {
  const [, main] = /<main[^>]*>([\s\S]*)<\/main>/.exec(document)
  const [, title] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(main)
  return { title: words(title), text: words(main) }
}

const words = (html) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ').trim()
