import { articles, bodyOf } from '../../../../shared/articles.js'
import { ArticlePage } from '../../../../shared/parts.jsx'
import { asItem } from '../../../../shared/related.js'
import { metadata } from '../../../metadata.js'

export const dynamicParams = false

export function generateStaticParams({ params: { lang } }) {
  return articles(lang).list.map(({ slug }) => ({ slug }))
}

export async function generateMetadata({ params }) {
  const { lang, slug } = await params
  const { title, summary } = articles(lang).find(slug)
  return metadata(title, summary, lang, `/articles/${slug}`)
}

export default async function Page({ params }) {
  const { lang, slug } = await params
  const { find, related } = articles(lang)
  const article = find(slug)
  return <ArticlePage locale={lang} article={article} related={related(slug).map(asItem)} html={bodyOf(article)} />
}
