import { articles } from '../../shared/articles.js'
import { locales } from '../../shared/words.js'

export function onBeforePrerenderStart() {
  return locales.flatMap((lang) => articles(lang).list.map(({ slug }) => `/${lang}/articles/${slug}`))
}
