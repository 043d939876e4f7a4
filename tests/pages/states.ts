// What pages look like after a visitor did something. Reached as a visitor would, by roles and
// kinds of fields, never by words or class names, so that neither language nor design matters.

import type { Page } from 'playwright-core'
import { askForCode, hydrated } from '../fixtures/login-page.ts'

export type State = {
  route: string
  name: string
  enter(page: Page): Promise<void>
  as?: 'member' | 'newcomer'
  /** The widest screen on which there is such a state, in CSS pixels. */
  upTo?: number
}

export const states: State[] = [
  { route: 'home', name: 'notice', as: 'newcomer', enter: (page) => page.locator('aside').last().waitFor() },
  { route: 'home', name: 'menu', upTo: 390, enter: openMenu },
  { route: 'home', name: 'account', as: 'member', enter: openAccount },
  { route: 'login', name: 'captcha', enter: askForCaptcha },
  { route: 'login', name: 'code', enter: (page) => askForCode(page, 'lin.guest@example.com') },
  ...['message-bp', 'message-work'].flatMap((route): State[] => [
    { route, name: 'errors', enter: sendNothing },
    { route, name: 'sent', enter: (page) => sendMessage(page, { code: 200, data: { id: '1' } }, '[role=status]') },
    { route, name: 'failed', enter: (page) => sendMessage(page, { code: 404, data: null }, '[role=alert]') },
  ]),
  { route: 'feishu-supplier', name: 'found', enter: (page) => searchSuppliers(page, { code: 200, data: SUPPLIERS }, 'table') },
  { route: 'feishu-supplier', name: 'none', enter: (page) => searchSuppliers(page, { code: 200, data: { items: [], total: 0 } }, 'form + div p') },
  { route: 'feishu-supplier', name: 'failed', enter: (page) => searchSuppliers(page, { code: 404, data: null }, '[role=alert]') },
  { route: 'invested', name: 'none', enter: filterEverythingOut },
  { route: 'chat', name: 'answer', enter: askAQuestion },
]

const opener = (page: Page) => page.locator('header').locator('summary, button[aria-expanded]').filter({ visible: true }).first()

async function openMenu(page: Page): Promise<void> {
  await opener(page).click()
  await page.locator('header nav a, [role=dialog] nav a, dialog nav a').filter({ visible: true }).first().waitFor()
}

async function openAccount(page: Page): Promise<void> {
  const menu = page.locator('header button[aria-expanded], [role=dialog] button[aria-expanded]')
  await menu.first().waitFor({ state: 'attached' })
  const account = menu.filter({ visible: true }).last()
  if ((await account.count()) === 0) await openMenu(page)
  await account.click()
  // The other items lead somewhere; the dialog's comes before the way out.
  await page.locator('button[aria-expanded=true] ~ * button').first().click()
  await page.locator('[role=dialog] form').first().waitFor()
}

async function askForCaptcha(page: Page): Promise<void> {
  await page.locator('main input[type=email]').fill('lin.guest@example.com')
  await page.locator('main img[src^="data:"], main img[src^="blob:"]').waitFor()
}

async function sendNothing(page: Page): Promise<void> {
  await page.locator('main form [type=submit]').click()
  await page.locator('main form [aria-invalid=true]').first().waitFor()
}

/**
 * The origin's answer to a call; the message is for those who have no words of their own for the
 * code.
 */
type Reply = { code: number; data: unknown }

const reply = (page: Page, calls: string, { code, data }: Reply) =>
  page.route(calls, (route) => route.fulfill({ status: code, json: { code, msg: '—', data } }))

/**
 * Everything filled in, as a visitor in a hurry would. The answer is given here: what is looked at
 * is how it is shown.
 */
async function sendMessage(page: Page, answer: Reply, shown: string): Promise<void> {
  await reply(page, '**/api/message/*', answer)
  const form = page.locator('main form')
  for (const select of await form.locator('select').all()) await select.selectOption({ index: 1 })
  for (const field of await form.locator('input:not([type=email], [type=file], [type=checkbox]), textarea').all()) await field.fill('轴承 Bearings that need no oil')
  await form.locator('[type=email]').fill('lin.guest@example.com')
  await form.locator('[type=file]').setInputFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
  await form.locator('[type=checkbox]').check()
  await form.locator('[type=submit]').click()
  await page.locator('main').locator(shown).waitFor()
}

const SUPPLIERS = {
  items: [
    { id: '1', name: '衡准计量 Hengzhun Metrology', category: '检具 Gauges', city: '苏州 Suzhou', status: '三家在用 Used by three' },
    { id: '2', name: '北岸热处理 North Bank Heat Treatment', category: '热处理 Heat treatment', city: '宁波 Ningbo', status: '已停用 Dropped' },
  ],
  total: 2,
}

async function searchSuppliers(page: Page, answer: Reply, shown: string): Promise<void> {
  await reply(page, '**/api/feishu/suppliers?*', answer)
  await page.locator('main [type=search]').fill('热处理')
  await page.locator('main form [type=submit]').click()
  await page.locator('main').locator(shown).first().waitFor()
}

/**
 * The address names a value that nothing has: what a link to something that has left the list leads
 * to.
 */
async function filterEverythingOut(page: Page): Promise<void> {
  const entries = page.locator(`main a[href^="${new URL(page.url()).pathname}/"]`).filter({ visible: true })
  await entries.first().waitFor()
  await page.goto(`${page.url()}?industry=none`)
  await hydrated(page)
  await entries.first().waitFor({ state: 'detached' })
}

/** The answer is given here: what the assistant says is another matter than how it looks. */
async function askAQuestion(page: Page): Promise<void> {
  const home = new URL('.', page.url()).pathname
  const events = [
    ['delta', { text: 'Tidewater Capital was founded in 2011. 潮生资本创立于二〇一一年。\n\nIt backs companies through whole cycles, from the first plant to the years after a listing.' }],
    ['citations', [{ title: 'Tidewater Capital 潮生资本', href: home }]],
    ['done', {}],
  ] as const
  const body = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
  await page.route('**/api/chat', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await page.locator('main textarea').fill('2011?')
  await page.locator('main form [type=submit]').first().click()
  await page.locator(`main [aria-live][aria-busy=false] a[href="${home}"]`).waitFor()
}
