// Articles with their dates, and summaries where the page has them.

import type { Entry } from '@portico/app/page'

export type ArticleListProps = { items: (Entry<'articles', 'title' | 'date' | 'href'> & { summary?: string })[] }

export function ArticleList({ items }: ArticleListProps) {
  return (
    <ul className="article-list">
      {items.map(({ href, title, date, summary }) => (
        <li key={href}>
          <a href={href}>{title}</a> <time dateTime={date.value}>{date.text}</time>
          {summary !== undefined && <p>{summary}</p>}
        </li>
      ))}
    </ul>
  )
}
