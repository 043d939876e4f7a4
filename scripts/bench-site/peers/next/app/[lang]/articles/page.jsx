import { page } from '../../../shared/articles.js'
import { metadata } from '../../metadata.js'
import { List } from './list.jsx'

export async function generateMetadata({ params }) {
  const { lang } = await params
  const { title, summary } = page('articles', lang)
  return metadata(title, summary, lang, '/articles')
}

export default async function Page({ params }) {
  const { lang } = await params
  return <List lang={lang} number={1} />
}
