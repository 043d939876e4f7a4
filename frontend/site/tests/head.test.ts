// @vitest-environment jsdom

import type { Head } from '@portico/app/page'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleInput } from '#/testing/sample-payload.ts'
import { updateHead } from '../../portico/src/app/head.ts'

const page = (locale: 'zh-CN' | 'en', head: Partial<Head>) => {
  const input = sampleInput('home', locale)
  return { ...input, head: { ...input.head, ...head } }
}

beforeEach(() => {
  vi.useFakeTimers()
  document.head.innerHTML = '<title>old</title><meta name="description" content="old"><link rel="canonical" href="/old">'
})
afterEach(() => void vi.useRealTimers())

describe('head (R1.02, R9.03)', () => {
  it('follows the page: title, description, canonical, language', () => {
    updateHead(page('en', { title: 'News', description: 'd', canonical: 'https://site.example/en', noindex: true }))
    vi.runAllTimers()
    expect(document.title).toBe('News')
    expect(document.documentElement.lang).toBe('en')
    expect(document.documentElement.dir).toBe('ltr')
    expect(document.head.innerHTML).toContain('<meta name="description" content="d">')
    expect(document.head.innerHTML).toContain('<link rel="canonical" href="https://site.example/en">')
    expect(document.head.innerHTML).toContain('<meta name="robots" content="noindex">')
    updateHead(page('zh-CN', { title: '新闻' }))
    vi.runAllTimers()
    expect(document.documentElement.lang).toBe('zh-CN')
    expect(document.head.innerHTML).not.toContain('robots')
  })

  it('writes the last of several changes, 10 ms after it', () => {
    updateHead(page('en', { title: 'One' }))
    vi.advanceTimersByTime(9)
    updateHead(page('en', { title: 'Two' }))
    vi.advanceTimersByTime(9)
    expect(document.title).toBe('old')
    vi.advanceTimersByTime(1)
    expect(document.title).toBe('Two')
  })
})
