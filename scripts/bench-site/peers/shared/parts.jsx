// The components of all React peers: the markup of the bench site, with plain properties.

import { dateText, locales, words } from './words.js'

/** Header and footer around a page at `path`. */
export function Frame({ locale, path, children }) {
  const text = words[locale]
  return (
    <>
      <header className="site-header">
        <a className="site-name" href={`/${locale}`}>
          {text.site}
        </a>
        <nav aria-label={text.navigation}>
          <ul>
            <NavigationItems locale={locale} />
            {locales
              .filter((code) => code !== locale)
              .map((code) => (
                <li key={code}>
                  <a href={`/${code}${path}`} hrefLang={code} lang={code}>
                    {words[code].language}
                  </a>
                </li>
              ))}
          </ul>
        </nav>
      </header>
      <main>{children}</main>
      <footer className="site-footer">
        <p>{text.site}</p>
        <ul>
          <NavigationItems locale={locale} />
        </ul>
      </footer>
    </>
  )
}

function NavigationItems({ locale }) {
  return (
    <>
      <li>
        <a href={`/${locale}`}>{words[locale].home}</a>
      </li>
      <li>
        <a href={`/${locale}/articles`}>{words[locale].articles}</a>
      </li>
    </>
  )
}

export function Breadcrumb({ locale, title, inList = false }) {
  const text = words[locale]
  return (
    <nav className="breadcrumb" aria-label={text.breadcrumb}>
      <ol>
        <li>
          <a href={`/${locale}`}>{text.home}</a>
        </li>
        {inList && (
          <li>
            <a href={`/${locale}/articles`}>{text.articles}</a>
          </li>
        )}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}

export function ArticleList({ locale, items, withSummaries = false }) {
  return (
    <ul className="article-list">
      {items.map(({ slug, title, date, summary }) => (
        <li key={slug}>
          <a href={`/${locale}/articles/${slug}`}>{title}</a> <time dateTime={date}>{dateText(date, locale)}</time>
          {withSummaries && summary !== undefined && <p>{summary}</p>}
        </li>
      ))}
    </ul>
  )
}

export function HomePage({ locale, title, summary, latest }) {
  return (
    <Frame locale={locale} path="">
      <h1>{title}</h1>
      <p>{summary}</p>
      <ArticleList locale={locale} items={latest} />
    </Frame>
  )
}

export function ListPage({ locale, title, items, page, pages }) {
  const text = words[locale]
  const path = (number) => (number === 1 ? '/articles' : `/articles/page/${number}`)
  return (
    <Frame locale={locale} path={path(page)}>
      <Breadcrumb locale={locale} title={title} />
      <h1>{title}</h1>
      <ArticleList locale={locale} items={items} withSummaries />
      <nav className="pages" aria-label={text.pages}>
        {page > 1 && (
          <a href={`/${locale}${path(page - 1)}`} rel="prev">
            {text.newer}
          </a>
        )}{' '}
        {text.pageOf(page, pages)}{' '}
        {page < pages && (
          <a href={`/${locale}${path(page + 1)}`} rel="next">
            {text.older}
          </a>
        )}
      </nav>
    </Frame>
  )
}

/** `children` is the body where a peer has it as a component, `html` where it is text. */
export function ArticlePage({ locale, article, related, html, children }) {
  const { slug, title, date, tags = [] } = article
  return (
    <Frame locale={locale} path={`/articles/${slug}`}>
      <Breadcrumb locale={locale} title={title} inList />
      <article>
        <h1>{title}</h1>
        <p className="article-facts">
          <time dateTime={date}>{dateText(date, locale)}</time> {tags.join(' · ')}
        </p>
        {html === undefined ? (
          <div className="article-body">{children}</div>
        ) : (
          <div className="article-body" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </article>
      <aside className="related">
        <h2>{words[locale].related}</h2>
        <ArticleList locale={locale} items={related} />
      </aside>
    </Frame>
  )
}
