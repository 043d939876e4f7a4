// The corpus as the peers that bring no content layer read it: front matter by gray-matter, bodies
// by markdown-it when asked for.

import { readdirSync, readFileSync } from 'node:fs'
import matter from 'gray-matter'
import MarkdownIt from 'markdown-it'
import { createIndex } from './related.js'

const markdown = new MarkdownIt({ html: true })
const loaded = new Map()

/** Articles of one language, read once: `list`, newest first, `find(slug)`, `related(slug)`. */
export function articles(locale) {
  if (!loaded.has(locale)) loaded.set(locale, createIndex(read(locale)))
  return loaded.get(locale)
}

/** The texts of home and list. */
export function page(name, locale) {
  return matter(readFileSync(`content/pages/${name}/${locale}.md`, 'utf8')).data
}

export function bodyOf({ source }) {
  return markdown.render(source)
}

function read(locale) {
  return readdirSync('content/articles').map((slug) => {
    const { data, content } = matter(readFileSync(`content/articles/${slug}/${locale}.md`, 'utf8'))
    return { slug, ...data, date: data.date.toISOString().slice(0, 10), source: content }
  })
}
