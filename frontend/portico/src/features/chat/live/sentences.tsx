// The sentences of an answer. Each names its sources by small numbers that link to them; one
// without a source is underlined, with a note in words.

import { Trans } from '@lingui/react/macro'
import { foreignLanguage } from '#/i18n/language-of.ts'
import { usePage } from '#/page/page.tsx'
import { type Exchange, sourcesOf } from '../exchange.ts'
import { SourceNumber } from './citations.tsx'

export function Sentences({ exchange }: { exchange: Exchange }) {
  const { locale } = usePage()
  const { sentences } = exchange
  const words = sentences.map(({ text }) => text).join('')
  return (
    <p className="chat-words" lang={foreignLanguage(words, locale)}>
      {sentences.map((sentence, index) => {
        const sources = sourcesOf(exchange, sentence)
        const text = sentence.text.trimEnd()
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences are only ever appended.
          <span key={index}>
            {sources.length > 0 ? text : <span className="chat-unsourced">{text}</span>}
            {sources.map((source) => (
              <SourceNumber source={source} quote={source.quotes[0]} key={source.number} />
            ))}
            {sources.length === 0 && (
              <small className="chat-mark">
                <Trans>no source on this site</Trans>
              </small>
            )}
            {sentence.text.slice(text.length) || ' '}
          </span>
        )
      })}
    </p>
  )
}
