// Texts that are written in `content/`, and those of catalogs: oracles that know nothing of marks.

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Shorter texts are written in a file only if they are a value, a line or a cell of it. */
const SENTENCE = 12

/** The text without marks of Markdown and YAML, and with single spaces. */
const plain = (text) => text.replaceAll(/[*_`"'>#|\\-]/g, '').replaceAll(/\s+/g, ' ').trim()

const files = (folder, pattern) => readdirSync(folder, { recursive: true }).filter((name) => pattern.test(name) && !/README/.test(name))

/**
 * Whether a text is written in a file of the content. A number or a sign is in too many to count.
 */
export function contentTexts(folder) {
  const texts = files(folder, /\.(md|yaml)$/).map((name) => readFileSync(join(folder, name), 'utf8'))
  const corpus = texts.map(plain).join('\n')
  const lines = texts.flatMap((text) => text.split('\n').map((line) => line.replace(/^[\s-]*[\w-]+: /, '')))
  const pieces = new Set(lines.flatMap((line) => [line, ...line.split(/[|{},[\]]|: /)]).map(plain))
  const isWritten = (text) => pieces.has(text) || (text.length >= SENTENCE && corpus.includes(text))
  return { has: (text) => /\p{L}{2}/u.test(text) && isWritten(plain(text)) }
}

/** Sentences of all catalogs, and their parts between elements and values. */
export function catalogTexts(folder) {
  const texts = files(folder, /\.po$/).flatMap((name) => {
    const po = readFileSync(join(folder, name), 'utf8').replaceAll('"\n"', '')
    return [...po.matchAll(/^msg(?:str|id) "(.*)"$/gm)].map(([, text]) => text.replaceAll('\\"', '"').replaceAll('\\n', ' '))
  })
  return new Set(texts.flatMap((text) => [text, ...text.split(/<[^>]*>|\{[^}]*\}/)]).map((text) => text.trim()))
}

/** Names of the languages. */
export const localeNames = (folder) => JSON.parse(readFileSync(join(folder, 'locales.json'), 'utf8')).map(({ name }) => name)
