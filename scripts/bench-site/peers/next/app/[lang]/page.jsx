import { articles, page } from '../../shared/articles.js'
import { HomePage } from '../../shared/parts.jsx'
import { asItem } from '../../shared/related.js'
import { metadata } from '../metadata.js'

export async function generateMetadata({ params }) {
  const { lang } = await params
  const { title, summary } = page('home', lang)
  return metadata(title, summary, lang, '')
}

export default async function Page({ params }) {
  const { lang } = await params
  return <HomePage locale={lang} {...page('home', lang)} latest={articles(lang).list.slice(0, 10).map(asItem)} />
}
