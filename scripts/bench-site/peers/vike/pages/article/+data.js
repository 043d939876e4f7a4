import { articles, bodyOf } from '../../shared/articles.js'
import { asItem } from '../../shared/related.js'
import { headOf } from '../../shared/words.js'

export function data({ routeParams: { lang, slug } }) {
  const { find, related } = articles(lang)
  const found = find(slug)
  const { title, summary, date, tags } = found
  return {
    head: headOf(title, summary, lang, `/articles/${slug}`),
    locale: lang,
    article: { slug, title, date, tags },
    related: related(slug).map(asItem),
    html: bodyOf(found),
  }
}
