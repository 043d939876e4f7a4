import { articles, page } from '../../shared/articles.js'
import { asItem } from '../../shared/related.js'
import { headOf } from '../../shared/words.js'

export function data({ routeParams: { lang } }) {
  const { title, summary } = page('home', lang)
  return {
    head: headOf(title, summary, lang, ''),
    locale: lang,
    title,
    summary,
    latest: articles(lang).list.slice(0, 10).map(asItem),
  }
}
