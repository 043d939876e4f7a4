// The words of the interface, the languages, and addresses.

export const locales = ['zh-CN', 'en']

export const words = {
  'zh-CN': {
    language: '简体中文',
    site: '基准站点',
    articles: '文章',
    breadcrumb: '当前位置',
    home: '首页',
    newer: '较新',
    older: '较早',
    pageOf: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
    pages: '分页',
    related: '相关文章',
    navigation: '站点',
  },
  en: {
    language: 'English',
    site: 'Bench site',
    articles: 'Articles',
    breadcrumb: 'Breadcrumb',
    home: 'Home',
    newer: 'Newer',
    older: 'Older',
    pageOf: (page, pages) => `Page ${page} of ${pages}`,
    pages: 'Pages',
    related: 'Related articles',
    navigation: 'Site',
  },
}

/** Facts for the head of the document at `path`, which starts with `/`. */
export function headOf(title, description, locale, path) {
  const url = (code) => `https://bench.example/${code}${path}`
  return {
    title: `${title} · ${words[locale].site}`,
    description: description ?? '',
    canonical: url(locale),
    alternates: locales.map((code) => ({ code, url: url(code) })),
  }
}

const dateFormats = Object.fromEntries(
  locales.map((code) => [code, new Intl.DateTimeFormat(code, { dateStyle: 'long', timeZone: 'UTC' })]),
)

export function dateText(date, locale) {
  return dateFormats[locale].format(new Date(date))
}
