import { articles } from '../../shared/articles.js'
import { pageCount } from '../../shared/related.js'
import { locales } from '../../shared/words.js'

export function onBeforePrerenderStart() {
  return locales.flatMap((lang) =>
    Array.from(
      { length: pageCount(articles(lang).list) },
      (_, index) => `/${lang}/articles${index === 0 ? '' : `/page/${index + 1}`}`,
    ),
  )
}
