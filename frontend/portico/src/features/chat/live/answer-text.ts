// An answer as plain text: to be copied, and to be read aloud. PURE.

import { type Citation, type Exchange, placeOf, type Quote, sourcesOf } from '../exchange.ts'

/**
 * The answer as it is pasted: its sentences with the numbers of their sources, or the passages that
 * answer; then a line per source with its whole address. A sentence without a source is marked by
 * `unsourced`.
 */
export function copiedText(exchange: Exchange, origin: string, unsourced: string): string {
  const { stage, sentences, citations } = exchange
  const used = sentences.length === 0 ? citations : citations.filter(({ number }) => isUsed(exchange, number))
  const lines = used.map((citation) => `[${citation.number}] ${citation.title} ${addressOf(citation, origin)}`)
  const quoted = citations.flatMap(({ number, quotes }) => quotes.map(({ text }) => `“${text}” [${number}]`))
  const words = sentences.map((sentence) => {
    const numbers = sourcesOf(exchange, sentence).map(({ number }) => `[${number}]`)
    const text = sentence.text.trimEnd()
    const mark = numbers.length > 0 ? numbers.join('') : `(${unsourced})`
    return `${text} ${mark}${sentence.text.slice(text.length) || ' '}`
  })
  const answer = stage === 'quoted' ? quoted.join('\n\n') : words.join('').trim()
  return [answer, lines.join('\n')].filter((part) => part !== '').join('\n\n')
}

function isUsed({ sentences }: Exchange, number: number): boolean {
  return sentences.some(({ sources }) => sources.includes(number))
}

function addressOf(citation: Citation, origin: string): string {
  return new URL(placeOf(citation, citation.quotes[0]), origin).href
}

/** The answer as a screen reader announces it once: how it ended, and its words. */
export function spokenText(ending: string, exchange: Exchange, unsourced: string): string {
  const { stage, sentences, citations } = exchange
  if (stage === 'quoted') return [ending, ...citations.flatMap(spokenQuotes)].join(' ')
  const words = sentences.map((sentence) => {
    const text = sentence.text.trim()
    return sourcesOf(exchange, sentence).length > 0 ? text : `${unsourced} ${text}`
  })
  return [ending, ...words].join(' ')
}

const spokenQuotes = ({ title, quotes }: Citation) => [`${title}:`, ...quotes.map(({ text }: Quote) => text)]
