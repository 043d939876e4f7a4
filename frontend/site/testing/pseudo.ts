// An artificial language: every letter of the catalogs' messages is a dot, "····" for "Menu".
// Letters on a page then come from its content, or they are written into a component, where no
// translator finds them. Only tests have it.

import { join } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { siteLocales } from '@portico/app/i18n'
import type { Json, PageInput } from '@portico/app/page'
import { messagesOf } from '../../portico/build/catalogs.ts'

const catalog = join(import.meta.dirname, '../../../locales/en/site.po')

/** The catalogs' messages as dots. Plurals are chosen as in English. */
export async function pseudoI18n(): Promise<I18n> {
  const { source } = createCompiledCatalog('en', await messagesOf(catalog), {
    namespace: 'json',
    pseudoLocale: 'en',
    pseudoLocaleOptions: { override: '·' },
  })
  return setupI18n({ locale: 'en', messages: { en: (JSON.parse(source) as { messages: Messages }).messages } })
}

/** Attributes that are read out or shown. */
const SPOKEN = [
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'placeholder',
  'title',
]

/** In any script; figures are none. */
const WORD = /[\p{Letter}\p{Mark}]+/gu

/**
 * Texts of a page's markup with a word that comes neither from a catalog nor from the page's input.
 */
export function hardCodedTexts(markup: string, { payload, site, head }: PageInput): string[] {
  const given = [payload.data, site as unknown as Json, head as Json, siteLocales().map(({ name }) => name)].flatMap(leaves)
  // By words, because components take values apart: figure and unit, first letters, paragraphs.
  const words = new Set(given.flatMap(wordsOf))
  return shownTexts(markup).filter((text) => wordsOf(text).some((word) => !words.has(word)))
}

const wordsOf = (text: string) => text.match(WORD) ?? []

/** Every text that a visitor sees or hears, in the page's order. Needs a DOM. */
function shownTexts(markup: string): string[] {
  const { body } = new DOMParser().parseFromString(markup, 'text/html')
  const texts: (string | null)[] = []
  const visit = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) texts.push(node.nodeValue)
    if (node.nodeType !== Node.ELEMENT_NODE) return
    const element = node as Element
    // Its content is data: the browser shows none of it.
    if (element.matches('script, style')) return
    for (const name of SPOKEN) texts.push(element.getAttribute(name))
    if (element.matches('input[type=submit], input[type=button], input[type=reset]')) texts.push(element.getAttribute('value'))
    for (const child of node.childNodes) visit(child)
  }
  // In React's markup a comment separates an expression from the text before it: joined, texts are
  // whole again.
  for (const comment of comments(body)) comment.remove()
  body.normalize()
  visit(body)
  return texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')
}

function comments(body: HTMLElement): ChildNode[] {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const found: ChildNode[] = []
  while (walker.nextNode()) found.push(walker.currentNode as ChildNode)
  return found
}

/** Strings and numbers anywhere in a value, and the texts of HTML. */
function leaves(value: Json): string[] {
  if (typeof value === 'string') return value.includes('<') ? shownTexts(value) : value === '' ? [] : [value]
  if (typeof value === 'number') return [String(value)]
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(leaves)
}
