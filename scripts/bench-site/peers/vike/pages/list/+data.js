import { articles, page as text } from '../../shared/articles.js'
import { asItem, PAGE_SIZE, pageCount } from '../../shared/related.js'
import { headOf } from '../../shared/words.js'

export function data({ urlPathname, routeParams: { lang, page } }) {
  const { title, summary } = text('articles', lang)
  const { list } = articles(lang)
  const number = Number(page)
  const headTitle = number === 1 ? title : `${title} (${number})`
  return {
    head: headOf(headTitle, summary, lang, urlPathname.slice(lang.length + 1)),
    locale: lang,
    title,
    items: list.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(asItem),
    page: number,
    pages: pageCount(list),
  }
}
