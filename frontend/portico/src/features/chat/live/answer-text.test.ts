import { describe, expect, it } from 'vitest'
import { begun, type Exchange } from '../exchange.ts'
import { copiedText, spokenText } from './answer-text.ts'

const ORIGIN = 'https://site.example'
const citations = [
  { number: 1, title: 'Case', href: '/en/case', kind: 'cases', locale: 'en', quotes: [{ text: 'It failed.', anchor: 'end' }] },
  { number: 2, title: 'News', href: '/en/news', kind: 'news', locale: 'en', quotes: [{ text: 'Rates fell.' }] },
]
const answered: Exchange = {
  ...begun('1', 'Why?'),
  stage: 'answered',
  citations,
  sentences: [
    { text: 'It failed.\n\n', sources: [1] },
    { text: 'Pity. ', sources: [] },
    { text: 'Twice.', sources: [1] },
  ],
}

describe('an answer as text', () => {
  it('is pasted with numbers, marks, and the addresses of its sources alone', () => {
    expect(copiedText(answered, ORIGIN, 'no source')).toBe(
      'It failed. [1]\n\nPity. (no source) Twice. [1]\n\n[1] Case https://site.example/en/case#end',
    )
  })

  it('is pasted as passages where these are the answer', () => {
    expect(copiedText({ ...answered, stage: 'quoted', sentences: [] }, ORIGIN, '')).toBe(
      '“It failed.” [1]\n\n“Rates fell.” [2]\n\n[1] Case https://site.example/en/case#end\n[2] News https://site.example/en/news',
    )
  })

  it('is read aloud with its end first, and says what has no source', () => {
    expect(spokenText('Here.', answered, 'No source:')).toBe('Here. It failed. No source: Pity. Twice.')
    expect(spokenText('Here:', { ...answered, stage: 'quoted' }, '')).toBe('Here: Case: It failed. News: Rates fell.')
    expect(spokenText('None.', { ...answered, stage: 'unanswered', sentences: [] }, '')).toBe('None.')
  })
})
