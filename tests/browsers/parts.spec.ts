// Parts of pages in Firefox and WebKit: the search box, a message form, the menu of a phone.

import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { By, Key } from 'selenium-webdriver'
import { storedWith } from '../fixtures/message-form.ts'
import { until } from '../kit/until.ts'
import { describeJourneys } from './journeys.ts'
import type { Visitor } from './visitor.ts'

const COMPANY = 'main [name=company]'
const EMAIL = 'main [name=email]'

describeJourneys('a part of a page', [
  // R2.12
  ['that searches finds a company, and closes by Escape', 'en-US', async (visitor, stack) => {
    await until(async () => (await fetch(`${stack.url}/api/search?q=2011`)).ok)
    await visitor.visit('/en/total')
    await visitor.wake()
    await visitor.click('header a[href="/en/search"]')
    await visitor.type('[role=dialog] input[name=q]', 'Landbridge')
    await visitor.see('[role=dialog] h3 a[href="/en/enterprise/invested/landbridge"]')
    await visitor.press(Key.ESCAPE)
    await visitor.seeNo('[role=dialog]')
    await visitor.isAt('/en/total')
  }],

  // R2.04
  ['that takes a message keeps early text, names a wrong e-mail address, and sends the rest', 'en-US', async (visitor, stack) => {
    const company = `Bearings of ${(await visitor.driver.getCapabilities()).getBrowserName()}`
    await visitor.visit('/en/message/bp')
    await visitor.type(COMPANY, company)
    await visitor.isLive()
    assert.equal(await visitor.valueOf(COMPANY), company)
    await visitor.closeNotice()
    await fillRest(visitor, stack.folder)
    await visitor.type(EMAIL, 'ann@localhost')
    await visitor.click('main form [type=submit]')
    await visitor.see('main [name=email][aria-invalid=true]')
    const reason = await visitor.read((selector) => {
      const messages = document.querySelector(selector)?.getAttribute('aria-describedby')?.split(' ') ?? []
      return messages.map((id) => document.getElementById(id)?.textContent).join()
    }, EMAIL)
    assert.match(reason, /E-mail is not a valid e-mail address/)
    await visitor.type(EMAIL, 'ann@example.com')
    await visitor.click('main form [type=submit]')
    await visitor.see('main', 'Its number is')
    assert.equal(storedWith(stack.folder, company).length, 1)
  }],

  // R2.24
  ['that holds the ways of a phone opens and closes', 'en-US', async (visitor) => {
    await visitor.resize(390, 780)
    await visitor.visit('/en/about')
    assert.equal(await visitor.read(() => innerWidth), 390)
    await visitor.wake()
    await visitor.click('header summary')
    await visitor.see('[role=dialog] a[href="/en/news"]')
    await visitor.press(Key.ESCAPE)
    await visitor.seeNo('[role=dialog]')
    await visitor.click('header summary')
    await visitor.click('[role=dialog] a[href="/en/news"]')
    await visitor.isAt('/en/news')
    await visitor.seeNo('[role=dialog]')
  }],
])

/** Answers every other field that a message needs. */
async function fillRest(visitor: Visitor, folder: string): Promise<void> {
  const file = join(mkdtempSync(join(folder, 'chosen-')), 'plan.pdf')
  writeFileSync(file, '%PDF-1.7\n%%EOF\n')
  await visitor.type('main [name=city]', 'Hangzhou')
  for (const name of ['industry', 'stage']) await visitor.click(`main [name=${name}] > option:nth-of-type(2)`)
  await visitor.type('main [name=summary]', 'Bearings that need no oil')
  await visitor.type('main [name=name]', 'Ann')
  // The field itself is behind its button.
  await visitor.driver.findElement(By.css('main [type=file]')).sendKeys(file)
  await visitor.click('main [name=consent]')
}
