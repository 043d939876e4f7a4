import { articles, page as text } from '../../../../../shared/articles.js'
import { pageCount } from '../../../../../shared/related.js'
import { metadata } from '../../../../metadata.js'
import { List } from '../../list.jsx'

export const dynamicParams = false

export function generateStaticParams({ params: { lang } }) {
  return Array.from({ length: pageCount(articles(lang).list) - 1 }, (_, index) => ({ page: String(index + 2) }))
}

export async function generateMetadata({ params }) {
  const { lang, page } = await params
  const { title, summary } = text('articles', lang)
  return metadata(`${title} (${page})`, summary, lang, `/articles/page/${page}`)
}

export default async function Page({ params }) {
  const { lang, page } = await params
  return <List lang={lang} number={Number(page)} />
}
