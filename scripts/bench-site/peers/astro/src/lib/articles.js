import { getCollection, getEntry } from 'astro:content'
import { createIndex } from '../../shared/related.js'

const loaded = new Map()

/** The index of one language's articles; `entry` is the value that Astro renders. */
export async function articles(lang) {
  if (!loaded.has(lang)) {
    const entries = await getCollection('articles', ({ id }) => id.endsWith(`/${lang}`))
    const list = entries.map((entry) => ({
      ...entry.data,
      slug: entry.id.split('/')[0],
      date: entry.data.date.toISOString().slice(0, 10),
      entry,
    }))
    loaded.set(lang, createIndex(list))
  }
  return loaded.get(lang)
}

/** The texts of home and list. */
export async function page(name, lang) {
  return (await getEntry('pages', `${name}/${lang}`)).data
}
