// Choices in Firefox and WebKit: filters, language and theme, each kept where a visitor expects it.

import assert from 'node:assert/strict'
import { describeJourneys } from './journeys.ts'
import type { Visitor } from './visitor.ts'

const INDUSTRY = 'main section select'

describeJourneys('a choice', [
  // R2.07
  ['of an industry filters the companies, is in the address, and stays on Back and a reload', 'en-US', async (visitor) => {
    await visitor.visit('/en/enterprise/invested')
    await visitor.wake()
    const all = await visitor.read(() => document.querySelectorAll('main tbody tr').length)
    await visitor.choose(INDUSTRY, 'semiconductors')
    await showsSemiconductors(visitor)
    await visitor.click('main a[href="/en/enterprise/invested/duskline"]')
    await visitor.see('h1', 'Duskline Micro')
    await visitor.back()
    await showsSemiconductors(visitor)
    await visitor.reload()
    await showsSemiconductors(visitor)
    await visitor.choose(INDUSTRY, '')
    await visitor.isAt('/en/enterprise/invested')
    await visitor.holds((all) => document.querySelectorAll('main tbody tr').length === all, all)
  }],

  // R4.04, R1.01, R9.01
  ['of a language leads to the same page, and is remembered', 'en-US', async (visitor) => {
    await visitor.visit('/en/about')
    await visitor.click('header a[hreflang="zh-CN"]')
    await visitor.isAt('/about')
    await visitor.holds(() => document.documentElement.lang === 'zh-CN')
    await visitor.visit('/')
    await visitor.isAt('/')
    assert.equal(await visitor.read(() => document.documentElement.lang), 'zh-CN')
  }],

  // R9.05
  ['of a theme stays on a reload', 'en-US', async (visitor) => {
    await visitor.visit('/en/about')
    await visitor.wake()
    await visitor.closeNotice()
    await visitor.read(() => document.querySelector('footer')?.scrollIntoView({ block: 'end' }))
    await visitor.choose('footer select', 'dark')
    await isDark(visitor)
    await visitor.reload()
    await isDark(visitor)
  }],
])

async function showsSemiconductors(visitor: Visitor): Promise<void> {
  await visitor.isAt('/en/enterprise/invested?industry=semiconductors')
  await visitor.holds(() => [...document.querySelectorAll('main tbody tr')].every((line) => line.textContent.includes('Semiconductors')))
  await visitor.holds((selector) => document.querySelector<HTMLSelectElement>(selector)?.value === 'semiconductors', INDUSTRY)
}

const isDark = (visitor: Visitor) =>
  visitor.holds(() => document.documentElement.dataset['theme'] === 'dark' && getComputedStyle(document.body).backgroundColor === 'rgb(12, 21, 34)')
