// Articles that read like real ones, as far as a search engine can see: sentences of the sample
// site in another order, so that words are as frequent and as rare as in real use, and in each
// article a name that no other article has.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '../bench-generator/corpus.mjs'
import { root } from '../bench-generator/sites/places.mjs'
import { randomNumbers } from '../bench-shared/random.mjs'

const SECTIONS = 3
const PARAGRAPHS = 3
const SENTENCES = 4
const END_OF_SENTENCE = /(?<=[。！？])|(?<=[.!?])\s+/u
/** Marks of Markdown, YAML and HTML: a sentence with one of them stays where it is. */
const MARKUP = /[#*[\]<>|`{}_]|^[-\d]|: /u
const LENGTHS = { 'zh-CN': [8, 120], en: [30, 240] }
/** Syllables of a name. */
const NAME_LENGTH = 4
const SYLLABLES = ['ba', 'de', 'fi', 'go', 'ku', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'wo', 'xu', 'za']

/**
 * Writes `articles` articles in each language, and returns the parts that the benchmarks' sites
 * need.
 */
export function writeCorpus(folder, articles) {
  const random = randomNumbers(1)
  const sentences = Object.fromEntries(LOCALES.map((locale) => [locale, sentencesOf(locale)]))
  const slugs = Array.from({ length: articles }, (_, index) => `article-${String(index).padStart(6, '0')}`)
  for (const [index, slug] of slugs.entries()) {
    mkdirSync(join(folder, slug), { recursive: true })
    for (const locale of LOCALES) writeFileSync(join(folder, slug, `${locale}.md`), article(index, sentences[locale], random))
  }
  return { folder, slugs, sentences, images: [] }
}

/** A name like `Bakunivo`, another one for each number. */
export function nameOf(index) {
  // An odd factor visits each of the 65,536 names once.
  let [rest, name] = [(index * 40_503) % SYLLABLES.length ** NAME_LENGTH, '']
  for (let place = 0; place < NAME_LENGTH; place++) {
    name += SYLLABLES[rest % SYLLABLES.length]
    rest = Math.floor(rest / SYLLABLES.length)
  }
  return name[0].toUpperCase() + name.slice(1)
}

function sentencesOf(locale) {
  const files = readdirSync(join(root, 'content'), { recursive: true }).filter((name) => name.endsWith(`/${locale}.md`))
  const [shortest, longest] = LENGTHS[locale]
  const sentences = files.sort().flatMap((name) => {
    const [, , body = ''] = readFileSync(join(root, 'content', name), 'utf8').split(/^---$/m)
    return body.split(/\n+/).flatMap((line) => line.split(END_OF_SENTENCE).map((sentence) => sentence.trim()))
  })
  return sentences.filter(({ length }) => length >= shortest && length <= longest).filter((sentence) => !MARKUP.test(sentence))
}

function article(index, sentences, random) {
  const one = () => sentences[Math.floor(random() * sentences.length)]
  const heading = () => one().slice(0, 40).replace(/[。，.,;；:：]+$/u, '')
  const paragraph = () => Array.from({ length: SENTENCES }, one).join(' ')
  const section = () => `## ${heading()}\n\n${Array.from({ length: PARAGRAPHS }, paragraph).join('\n\n')}\n`
  const title = JSON.stringify(`${nameOf(index)} · ${heading()}`)
  const front = `title: ${title}\nsummary: ${JSON.stringify(one())}\ndate: 20${10 + (index % 16)}-0${1 + (index % 9)}-11\ntags: [t${index % 600}, u${index % 37}]\n`
  return `---\n${front}---\n\n${Array.from({ length: SECTIONS }, section).join('\n')}`
}
