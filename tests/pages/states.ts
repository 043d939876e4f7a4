// The look of pages after an action of a visitor. Reached as a visitor would, by roles and kinds of
// fields, never by words or class names, so that neither language nor design matters.

import type { Page } from 'playwright-core'
import { askForCode } from '../fixtures/login-page.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import type { State } from '../kit/pages/tabs.ts'
import { chatStates } from './chat-states.ts'
import { searchStates } from './search-states.ts'

/** A state of the pages of a route. */
export type RouteState = State & { route: string }

export const states: RouteState[] = [
  { route: 'home', name: 'notice', as: 'newcomer', enter: (page) => page.locator('aside').last().waitFor() },
  { route: 'home', name: 'menu', upTo: 390, enter: openMenu },
  { route: 'home', name: 'account', as: 'member', enter: openAccount },
  { route: 'login', name: 'captcha', enter: askForCaptcha },
  { route: 'login', name: 'code', enter: (page) => askForCode(page, 'lin.guest@example.com') },
  ...['message-bp', 'message-work'].flatMap((route): RouteState[] => [
    { route, name: 'errors', enter: sendNothing },
    { route, name: 'uploading', enter: (page) => uploadOnly(page, 'slow') },
    { route, name: 'paused', enter: (page) => uploadOnly(page, 'lost') },
    { route, name: 'sent', enter: (page) => sendMessage(page, { code: 200, data: { number: '7K3D-9QXF' } }, '[role=status][tabindex]') },
    { route, name: 'failed', enter: (page) => sendMessage(page, { code: 503, data: null }, '[role=alert]') },
    { route, name: 'offline', enter: (page) => sendMessage(page, 'lost', '[role=alert]') },
    { route, name: 'waiting', enter: waitForConnection },
  ]),
  { route: 'message-bp', name: 'tide', enter: drawTide },
  { route: 'message-state', name: 'received', enter: (page) => lookUpMessage(page, { code: 200, data: { ...STANDING, state: 'received' } }, 'main dl') },
  { route: 'message-state', name: 'withdrawal', enter: withdrawMessage },
  { route: 'message-state', name: 'withdrawn', enter: (page) => lookUpMessage(page, { code: 200, data: { ...STANDING, state: 'withdrawn' } }, 'main dl') },
  { route: 'message-state', name: 'none', enter: (page) => lookUpMessage(page, { code: 404, data: null }, 'main h1 ~ *, main header ~ div') },
  { route: 'message-state', name: 'failed', enter: (page) => lookUpMessage(page, { code: 503, data: null }, 'main [role=alert]') },
  { route: 'feishu-supplier', name: 'found', enter: (page) => searchSuppliers(page, { code: 200, data: SUPPLIERS }, 'li a[href*="id="]') },
  { route: 'feishu-supplier', name: 'opened', enter: openSupplier },
  { route: 'feishu-supplier', name: 'none', enter: (page) => searchSuppliers(page, { code: 200, data: { items: [], total: 0, page: 1, pages: 1 } }, '[role=status] p') },
  { route: 'feishu-supplier', name: 'failed', enter: (page) => searchSuppliers(page, { code: 404, data: null }, '[role=alert]') },
  { route: 'invested', name: 'none', enter: filterEverythingOut },
  ...chatStates,
  ...searchStates,
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
  // The other items are links; the dialog's comes before signing out.
  await page.locator('button[aria-expanded=true] ~ * button').first().click()
  await page.locator('[role=dialog] form').first().waitFor()
}

async function askForCaptcha(page: Page): Promise<void> {
  await page.locator('main input[type=email]').fill('lin.guest@example.com')
  await page.locator('main img[src^="data:"], main img[src^="blob:"]').waitFor()
}

async function drawTide(page: Page): Promise<void> {
  await page.locator('main details summary').click()
  const fields = page.locator('main details input')
  await fields.first().waitFor()
  for (const [index, figure] of ['1250', '1800', '2700', '3100', '4400'].entries()) await fields.nth(index).fill(figure)
  await page.locator('main details svg[role=img]').waitFor()
}

async function sendNothing(page: Page): Promise<void> {
  await page.locator('main form [type=submit]').click()
  await page.locator('main form [aria-invalid=true]').first().waitFor()
}

/** The origin's answer to a call; the message is for pages without their own words for the code. */
type Reply = { code: number; data: unknown }

const reply = (page: Page, calls: string | RegExp, { code, data }: Reply) =>
  page.route(calls, (route) => route.fulfill({ status: code, json: { code, msg: '—', data } }))

/** An origin that takes uploads, takes them slowly, or is lost on the way. */
async function takeUploads(page: Page, way: 'whole' | 'slow' | 'lost'): Promise<void> {
  const protocol = { 'tus-resumable': '1.0.0' }
  await page.route('**/api/message/uploads**', async (route) => {
    const method = route.request().method()
    if (method === 'POST') return route.fulfill({ status: 201, headers: { ...protocol, location: '/api/message/uploads/1' } })
    if (method === 'HEAD') return route.fulfill({ status: 200, headers: { ...protocol, 'upload-offset': '3', 'upload-length': String(PDF.buffer.length) } })
    if (way === 'slow') return
    if (way === 'lost') return route.abort('internetdisconnected')
    return route.fulfill({ status: 204, headers: { ...protocol, 'upload-offset': String(PDF.buffer.length) } })
  })
}

const PDF = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }

async function uploadOnly(page: Page, way: 'slow' | 'lost'): Promise<void> {
  await takeUploads(page, way)
  await page.locator('main form [type=file]').setInputFiles(PDF)
  await page.locator('main progress').waitFor()
}

/**
 * Everything filled in, as a visitor in a hurry would. The answer is fixed here: its presentation
 * is tested.
 */
async function sendMessage(page: Page, answer: Reply | 'lost', shown: string): Promise<void> {
  if (answer === 'lost') await page.route('**/api/message/*', (route) => route.abort('internetdisconnected'))
  else await reply(page, '**/api/message/*', answer)
  await takeUploads(page, 'whole')
  const form = page.locator('main form')
  for (const select of await form.locator('select').all()) await select.selectOption({ index: 1 })
  const asked = '[required]:is(input:not([type]), [type=text], textarea)'
  for (const field of await form.locator(asked).all()) await field.fill('轴承 Bearings that need no oil')
  await form.locator('[type=email]').fill('lin.guest@example.com')
  await form.locator('[type=file]').setInputFiles(PDF)
  await form.locator('[name=consent]').check()
  await form.locator('[type=submit]').click()
  await page.locator('main').locator(shown).waitFor()
}

async function waitForConnection(page: Page): Promise<void> {
  await sendMessage(page, 'lost', '[role=alert]')
  await page.locator('main [role=alert] button').click()
  await page.locator('main form [role=status] button').waitFor()
}

/** Answer to the link of a confirmation. */
const STANDING = { number: '7K3D-9QXF', form: '商业计划书 Business plan', receivedAt: '2026-11-23T09:30:00Z', file: 'plan.pdf' }

async function lookUpMessage(page: Page, answer: Reply, shown: string): Promise<void> {
  await reply(page, '**/api/message/state', answer)
  await page.evaluate(() => {
    location.hash = 'token'
  })
  await page.locator(shown).first().waitFor()
}

async function withdrawMessage(page: Page): Promise<void> {
  await lookUpMessage(page, { code: 200, data: { ...STANDING, state: 'received' } }, 'main dl')
  await page.locator('main dl ~ button').click()
  await page.locator('[role=dialog] button').first().waitFor()
}

const SUPPLIERS = {
  items: [
    { id: 's-1', name: '衡准计量 Hengzhun Metrology', category: '检具 Gauges', city: '苏州 Suzhou', status: 'approved' },
    { id: 's-2', name: '北岸热处理 North Bank Heat Treatment', category: '热处理 Heat treatment', city: '宁波 Ningbo', status: 'ended' },
  ],
  total: 42,
  page: 2,
  pages: 3,
}

const SUPPLIER = {
  ...SUPPLIERS.items[0],
  otherNames: ['Hengzhun'],
  products: '三坐标检具 Gauges for coordinate measuring machines',
  certificates: ['ISO 9001', 'ISO 14001'],
  founded: 2009,
  staff: 1210,
  contactEmail: 'sales@hengzhun.example',
}

/** The page as Feishu's client shows it, which names itself in its browser. */
async function searchSuppliers(page: Page, answer: Reply, shown: string): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userAgent', { value: `${navigator.userAgent} Lark/7.9` })
  })
  await reply(page, /\/api\/feishu\/suppliers\?/, answer)
  await page.reload()
  await page.locator('main').locator(shown).first().waitFor()
}

async function openSupplier(page: Page): Promise<void> {
  await reply(page, '**/api/feishu/suppliers/s-1', { code: 200, data: SUPPLIER })
  await searchSuppliers(page, { code: 200, data: SUPPLIERS }, 'li a[href*="id="]')
  await page.locator('main li a').first().click()
  await page.locator('main dl').waitFor()
}

/** The address names a value that no entry has, like a link to an entry that has left the list. */
async function filterEverythingOut(page: Page): Promise<void> {
  const entries = page.locator(`main a[href^="${new URL(page.url()).pathname}/"]`).filter({ visible: true })
  await entries.first().waitFor()
  await page.goto(`${page.url()}?industry=none`)
  await hydrated(page)
  await entries.first().waitFor({ state: 'detached' })
}
