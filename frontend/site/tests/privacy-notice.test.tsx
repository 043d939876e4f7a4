// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/" }

import { start } from '@portico/app'
import { answerFetch, expectAccessible, releaseListeners, showDocument, stubBrowser } from '@portico/app/testing'
import { createRenderer } from '@portico/app/worker'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { around } from '#/around.tsx'
import { site } from '#/site.ts'
import { sampleInput } from '#/testing/sample-payload.ts'
import { setPreferences } from '../../portico/src/state/preferences.ts'

let release: () => void
let root: Root

beforeEach(() => {
  release = releaseListeners()
  stubBrowser()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en'])
  document.cookie = 'i18n_redirected=; Max-Age=0; Path=/'
  setPreferences({ offerDismissed: false, noticeRead: false })
  localStorage.clear()
})

afterEach(() => {
  root.unmount()
  release()
})

async function open(id: string, locale: 'en' | 'zh-CN' = 'en'): Promise<string> {
  answerFetch(() => ({ status: 404, json: {} }))
  const input = sampleInput(id, locale)
  showDocument(await createRenderer(around), input)
  const prerendered = document.body.innerHTML
  root = await start(site)
  return prerendered
}

const PATIENCE = { timeout: 4_000 }
const notice = () => document.querySelector('aside[aria-label="Cookies and personal data"]')

describe('the notice about cookies and personal data', () => {
  it('comes after hydration, is the last thing on the page, and leads to the privacy policy', async () => {
    const prerendered = await open('about')
    expect(prerendered).not.toContain('Cookies and personal data')
    await vi.waitUntil(notice, PATIENCE)
    expect(notice()!.querySelector('a')?.getAttribute('href')).toBe('/en/privacy')
    expect(document.querySelector('main')!.compareDocumentPosition(notice()!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await expectAccessible(notice()!)
  })

  it('is dismissed once and for all', async () => {
    await open('about')
    const shown = await vi.waitUntil(notice, PATIENCE)
    shown.querySelector('button')!.click()
    await vi.waitFor(() => expect(notice()).toBeNull(), PATIENCE)
    expect(localStorage.getItem('portico-preferences')).toContain('"noticeRead":true')
    root.unmount()
    await open('news')
    expect(notice()).toBeNull()
  })

  it.each(['feishu-ai', 'feishu-supplier', 'error-503', 'not-found'])('is not shown on %s', async (id) => {
    await open(id)
    expect(notice()).toBeNull()
  })

  it.each(['login', 'terms', 'invested'])('is shown on %s', async (id) => {
    await open(id)
    await vi.waitUntil(notice, PATIENCE)
  })

  it('waits for the offer of another language', async () => {
    await open('about', 'zh-CN')
    const offer = await vi.waitUntil(() => document.querySelector('aside:has([hreflang])'), PATIENCE)
    expect(document.querySelectorAll('aside')).toHaveLength(1)
    offer.querySelector('button')!.click()
    await vi.waitUntil(() => document.querySelector('aside[aria-label="Cookie与个人信息"]'), PATIENCE)
  })
})
