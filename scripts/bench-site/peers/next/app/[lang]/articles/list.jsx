import { articles, page } from '../../../shared/articles.js'
import { ListPage } from '../../../shared/parts.jsx'
import { asItem, PAGE_SIZE, pageCount } from '../../../shared/related.js'

/** Page `number` of the list. */
export function List({ lang, number }) {
  const { list } = articles(lang)
  const items = list.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(asItem)
  return <ListPage locale={lang} title={page('articles', lang).title} items={items} page={number} pages={pageCount(list)} />
}
