import { describe, expect, it } from 'vitest'
import { begun, type Citation, type Exchange, grown, isGrowing, isRetryable, messagesOf, placeOf, sourcesOf } from './exchange.ts'

const citation = (number: number, quotes: Citation['quotes'] = []): Citation => ({
  number,
  title: `Page ${number}`,
  href: `/page-${number}`,
  kind: 'page',
  locale: 'en',
  quotes,
})

const answered = (question: string, text: string): Exchange => ({
  ...begun(question, question),
  stage: 'answered',
  sentences: [{ text, sources: [1] }],
})

describe('an exchange', () => {
  it('grows by what comes, and ends as the origin says', () => {
    const asked = begun('1', 'Why?')
    expect(isGrowing(asked)).toBe(true)
    const found = grown(asked, { name: 'citations', data: [citation(1)] })
    expect(found.stage).toBe('waiting')
    const told = grown(grown(found, { name: 'delta', data: { text: 'A. ', sources: [1] } }), {
      name: 'delta',
      data: { text: 'B.', sources: [] },
    })
    expect([told.stage, told.sentences.map(({ text }) => text)]).toEqual(['streaming', ['A. ', 'B.']])
    const ended = grown(told, { name: 'done', data: { outcome: 'cut', because: 'unavailable' } })
    expect([isGrowing(ended), ended.stage, ended.because]).toEqual([false, 'cut', 'unavailable'])
    expect(asked).toEqual(begun('1', 'Why?'))
  })

  it('may be tried again where that may bring more', () => {
    const ended = (change: Partial<Exchange>) => isRetryable({ ...begun('1', 'Why?'), ...change })
    for (const stage of ['stopped', 'lost', 'offline', 'cut'] as const) expect(ended({ stage }), stage).toBe(true)
    for (const stage of ['waiting', 'streaming', 'answered', 'unanswered', 'quoted'] as const) {
      expect(ended({ stage }), stage).toBe(false)
    }
    expect(ended({ stage: 'quoted', because: 'unavailable' })).toBe(true)
    expect(ended({ stage: 'refused', refusal: { status: 429, message: '' } })).toBe(true)
    expect(ended({ stage: 'refused', refusal: { status: 400, message: '' } })).toBe(false)
  })

  it('names only sources that are among its pages', () => {
    const exchange = { ...begun('1', 'Why?'), citations: [citation(1), citation(2)] }
    expect(sourcesOf(exchange, { text: '', sources: [2, 7] }).map(({ number }) => number)).toEqual([2])
  })

  it('leads to the place of a passage', () => {
    expect(placeOf(citation(1), undefined)).toBe('/page-1')
    expect(placeOf(citation(1), { text: '', anchor: '第三年' })).toBe('/page-1#%E7%AC%AC%E4%B8%89%E5%B9%B4')
  })
})

describe('what the origin is told', () => {
  it('is questions and answers, the oldest first', () => {
    const quoted: Exchange = { ...begun('2', 'Where?'), stage: 'quoted', citations: [citation(1, [{ text: 'Here.' }])] }
    expect(messagesOf([answered('Who?', 'We. '), quoted], 'Why?')).toEqual([
      { role: 'user', content: 'Who?' },
      { role: 'assistant', content: 'We.' },
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: 'Here.' },
      { role: 'user', content: 'Why?' },
    ])
  })

  it('leaves out what was refused or lost, and keeps a question that no page answers', () => {
    const refused: Exchange = { ...begun('1', 'Too much'), stage: 'refused', refusal: { status: 429, message: '' } }
    const lost: Exchange = { ...begun('2', 'Lost'), stage: 'lost' }
    const unanswered: Exchange = { ...begun('3', 'Weather?'), stage: 'unanswered', citations: [citation(1, [{ text: 'x' }])] }
    expect(messagesOf([refused, lost, unanswered], 'And?').map(({ content }) => content)).toEqual(['Weather?', 'And?'])
  })

  it('is no more than twenty turns of two thousand letters', () => {
    const many = Array.from({ length: 30 }, (_, index) => answered(`Q${index}`, 'A'))
    const messages = messagesOf(many, 'Last?')
    expect(messages).toHaveLength(20)
    expect(messages.at(-1)).toEqual({ role: 'user', content: 'Last?' })
    const [, long] = messagesOf([answered('Long?', `${'x'.repeat(1999)}😀`)], 'And?')
    expect(long?.content).toBe('x'.repeat(1999))
  })
})
