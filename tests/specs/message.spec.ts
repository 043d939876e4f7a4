// A founder sends the plan of a company: over a link that breaks, with a reload in the middle, by
// the keyboard alone, without JavaScript. One message is stored, and the file as it was. And takes
// it back.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page, Request } from 'playwright-core'
import { launch, open } from '../fixtures/browser.ts'
import { hydrated } from '../fixtures/login-page.ts'
import { type Stack, eventually, mailPart, newestMail, startStack, until } from '../fixtures/stack.ts'

const MEBIBYTE = 1024 * 1024

/** A file that takes some seconds at `UPLOAD_RATE`, and is like no other. */
const plan = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(15 * MEBIBYTE), Buffer.from('\n%%EOF\n')])

/** Bytes a second. */
const UPLOAD_RATE = 3 * MEBIBYTE

type Stored = { fields: Record<string, unknown>; state: string; file: string; size: number; sha256: string }

describe('who sends a message', () => {
  let stack: Stack
  let browser: Browser
  let link: Link
  before(async () => {
    stack = await startStack()
    link = await linkTo(stack.url)
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await link?.cut()
    await stack?.stop()
  })

  /** Messages whose company or message is `text`, each with its file. */
  const storedWith = (text: string): Stored[] => {
    const database = new DatabaseSync(join(stack.folder, 'var/origin.db'), { readOnly: true })
    const rows = database.prepare('SELECT m.fields, m.state, f.file_name AS file, f.size, f.sha256 FROM messages m LEFT JOIN message_files f ON f.message_id = m.id').all()
    database.close()
    const messages = rows.map((row) => ({ ...row, fields: JSON.parse(String(row['fields'])) }) as unknown as Stored)
    return messages.filter(({ fields }) => Object.values(fields).includes(text))
  }

  /** Kept files by the hash of what is in them. */
  const keptFiles = () => {
    const folder = join(stack.folder, 'var/messages')
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return names.map((entry) => createHash('sha256').update(readFileSync(join(entry.parentPath, entry.name))).digest('hex'))
  }

  /** An English page of a form in a browser whose link is slow. */
  const writing = async (path: string) => {
    const tab = await open(browser, { locale: 'en' })
    tab.page.on('dialog', (dialog) => void dialog.accept())
    const devtools = await tab.page.context().newCDPSession(tab.page)
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: UPLOAD_RATE })
    await tab.page.goto(`${link.url}/en${path}`)
    await hydrated(tab.page)
    return tab
  }

  /** Opens the link of a letter, and withdraws the message. */
  const takeBack = async (letter: string, locale: string) => {
    const text = mailPart(letter, 'text/plain')
    const link = text.match(/https:\/\/[^/]+(\S+#\S+)/)?.[1] ?? ''
    const { page, close } = await open(browser, { locale })
    await page.goto(stack.url + link)
    const number = await page.locator('main dd').first().textContent()
    assert.ok(number !== null && text.includes(number), text)
    await page.locator('main dd', { hasText: 'plan.pdf' }).waitFor()
    await page.locator('main button').last().click()
    // Keeping the message has the focus.
    await page.getByRole('dialog').locator('button:focus').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    const withdrawn = page.locator('main dd [role=status]', { hasText: locale === 'en' ? 'Withdrawn' : '已撤回' })
    await withdrawn.waitFor()
    await page.reload()
    await withdrawn.waitFor()
    await close()
  }

  const isOneMessage = (company: string, file: Buffer) => {
    const sha256 = createHash('sha256').update(file).digest('hex')
    assert.deepEqual(
      storedWith(company).map(({ state, file, size, sha256 }) => ({ state, file, size, sha256 })),
      [{ state: 'received', file: 'plan.pdf', size: file.length, sha256 }],
    )
    assert.equal(keptFiles().filter((kept) => kept === sha256).length, 1)
  }

  // R2.04, R7.03
  test('over a slow link that is lost once goes on where it stopped, and one message is stored', async () => {
    const { page, close } = await writing('/message/bp')
    const parts = partsOf(page)
    const file = plan()
    await fill(page, 'Lost Once Bearings')
    await choose(page, stack.folder, file)
    await page.locator('main form [type=submit]').click()
    await isUnderWay(page)
    await link.cut()
    await page.getByText('No connection. The upload goes on by itself.').waitFor({ timeout: 30_000 })
    await link.mend()
    await hasArrived(page)
    isOneMessage('Lost Once Bearings', file)
    assert.ok(parts().length > 1 && (parts().at(-1) ?? 0) > MEBIBYTE, `parts began at ${parts()}`)
    await close()
  })

  // R2.04, R4.06
  test('reloads in the middle, finds everything again, and goes on where it stopped', async () => {
    const { page, close } = await writing('/message/bp')
    const parts = partsOf(page)
    const file = plan()
    await fill(page, 'Reloaded Bearings')
    await choose(page, stack.folder, file)
    await isUnderWay(page)
    await page.reload()
    await hydrated(page)
    await page.getByText('What you wrote before is here again.').waitFor()
    assert.equal(await page.locator('main [name=company]').inputValue(), 'Reloaded Bearings')
    await page.locator('main [name=consent]').check()
    await page.locator('main form [type=submit]').click()
    await hasArrived(page)
    isOneMessage('Reloaded Bearings', file)
    assert.ok((parts().at(-1) ?? 0) > MEBIBYTE, `parts began at ${parts()}`)
    await close()
  })

  // R2.04, R2.05
  test('sends the file once more by itself when the upload is gone', async () => {
    const { page, close } = await writing('/message/bp')
    const addresses = uploadsOf(page)
    const file = Buffer.from('%PDF-1.7\nforgotten\n%%EOF\n')
    await fill(page, 'Forgotten Bearings')
    await choose(page, stack.folder, file)
    await page.getByText('Uploaded, 25 bytes.').waitFor()
    for (const address of addresses()) {
      const gone = await fetch(address, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
      assert.equal(gone.status, 204)
    }
    await page.locator('main form [type=submit]').click()
    await hasArrived(page)
    isOneMessage('Forgotten Bearings', file)
    assert.equal(addresses().length, 2)
    await close()
  })

  // R2.04, R2.05
  test('has one draft in two tabs, and sends it from both', async () => {
    const { page, close } = await writing('/message/bp')
    const file = Buffer.from('%PDF-1.7\ntwo tabs\n%%EOF\n')
    await fill(page, 'Bearings of two tabs')
    await choose(page, stack.folder, file)
    await page.getByText('Uploaded, 24 bytes.').waitFor()
    const other = await page.context().newPage()
    await other.goto(page.url())
    await other.getByText('What you wrote before is here again.').waitFor()
    await other.getByText('Uploaded, 24 bytes.').waitFor()
    for (const tab of [other, page]) {
      await tab.locator('main [name=consent]').check()
      await tab.locator('main form [type=submit]').click()
      await hasArrived(tab)
    }
    const sha256 = createHash('sha256').update(file).digest('hex')
    assert.deepEqual(
      storedWith('Bearings of two tabs').map(({ file, sha256 }) => ({ file, sha256 })),
      Array(2).fill({ file: 'plan.pdf', sha256 }),
    )
    await close()
  })

  // R2.04
  test('is led to a file that is no document, and sends another in its place', async () => {
    const { page, close } = await writing('/message/bp')
    await fill(page, 'Bearings on a page')
    await choose(page, stack.folder, Buffer.from('<!doctype html><title>Plan</title>'))
    await page.getByText('Uploaded, 34 bytes.').waitFor()
    await page.locator('main form [type=submit]').click()
    await page.getByText('The message was not sent. Please look again at: The plan.').waitFor()
    await page.locator('main [name=file]:focus').waitFor()
    assert.equal(await page.getByText('Uploaded').count(), 0)
    const file = Buffer.from('%PDF-1.7\nin its place\n%%EOF\n')
    await choose(page, stack.folder, file)
    await page.locator('main form [type=submit]').click()
    await hasArrived(page)
    isOneMessage('Bearings on a page', file)
    await close()
  })

  for (const [path, name] of [['/message/bp', 'Bearings that a keyboard orders'], ['/message/work', 'Bearings that a keyboard seeks']] as const) {
    test(`fills in ${path} by the keyboard alone`, async () => {
      const { page, close } = await writing(path)
      page.on('filechooser', (chooser) => void chooser.setFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }))
      await page.locator('main').focus()
      await keyIn(page, name)
      await hasArrived(page)
      assert.equal(storedWith(name).length, 1)
      await close()
    })
  }

  for (const [locale, prefix] of [['zh-CN', ''], ['en', '/en']] as const) {
    // R2.04
    test(`is answered in ${locale} by a page of its own without JavaScript, and takes the message back by the letter's link`, async () => {
      const { page, close } = await open(browser, { locale, javaScriptEnabled: false })
      const [email, file] = [`back.${locale}@example.com`.toLowerCase(), Buffer.from(`%PDF-1.7\n${locale}\n%%EOF\n`)]
      await page.goto(`${stack.url}${prefix}/message/bp`)
      await page.locator('main form [type=submit]').click()
      await page.waitForURL(`${stack.url}${prefix}/message/bp/failed`)
      await page.goto(`${stack.url}${prefix}/message/bp`)
      await fill(page, `Plain Bearings, ${locale}`, email)
      await choose(page, stack.folder, file)
      await page.locator('main form [type=submit]').click()
      await page.waitForURL(`${stack.url}${prefix}/message/bp/sent`)
      assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
      isOneMessage(`Plain Bearings, ${locale}`, file)
      await close()
      await takeBack(await eventually(() => newestMail(join(stack.folder, 'var/outbox'), email)), locale)
      assert.deepEqual(storedWith(`Plain Bearings, ${locale}`), [])
      const sha256 = createHash('sha256').update(file).digest('hex')
      await until(async () => !keptFiles().includes(sha256))
    })
  }
})

/** The way to a server, which can break. */
type Link = { url: string; cut: () => Promise<void>; mend: () => Promise<void> }

async function linkTo(url: string): Promise<Link> {
  const target = new URL(url)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far).pipe(near)
  })
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  await listen(0)
  const { port } = server.address() as AddressInfo
  const cut = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      for (const socket of open) socket.destroy()
    })
  return { url: `http://127.0.0.1:${port}`, cut, mend: () => listen(port) }
}

/** Where each part of the upload began, so far. */
function partsOf(page: Page): () => number[] {
  const begun: Request[] = []
  page.on('request', (request) => request.method() === 'PATCH' && begun.push(request))
  return () => begun.map((request) => Number(request.headers()['upload-offset']))
}

/** Addresses of the uploads that have begun so far. */
function uploadsOf(page: Page): () => string[] {
  const begun: string[] = []
  page.on('response', (response) => {
    const { location } = response.headers()
    if (response.request().method() === 'POST' && location !== undefined) begun.push(new URL(location, response.url()).href)
  })
  return () => begun
}

/** By its path: a browser under load takes its time with so many bytes in a call. */
async function choose(page: Page, folder: string, file: Buffer): Promise<void> {
  const path = join(mkdtempSync(join(folder, 'chosen-')), 'plan.pdf')
  writeFileSync(path, file)
  await page.locator('main form [type=file]').setInputFiles(path)
}

async function fill(page: Page, company: string, email = 'lin.guest@example.com'): Promise<void> {
  const form = page.locator('main form')
  for (const select of await form.locator('select').all()) await select.selectOption({ index: 1 })
  for (const field of await form.locator('[aria-required=true]:is(input:not([type]), textarea)').all()) await field.fill('Bearings that need no oil')
  await form.locator('[name=company]').fill(company)
  await form.locator('[type=email]').fill(email)
  await form.locator('[name=consent]').check()
}

/** Some of the file is there, and some is not. */
const isUnderWay = (page: Page) =>
  until(async () => {
    const { value, max } = await page.locator('main progress').evaluate((bar: HTMLProgressElement) => ({ value: bar.value, max: bar.max }))
    return value > max / 4 && value < (3 * max) / 4
  })

const hasArrived = (page: Page) => page.getByText(/Its number is [2-9A-Z]{4}-[2-9A-Z]{4}/).waitFor({ timeout: 60_000 })

/** Goes from control to control with Tab and answers each; Enter on the last one sends. */
async function keyIn(page: Page, text: string): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    const control = await page.evaluate(() => {
      const { localName, type, name, required } = Object.assign(document.activeElement as HTMLInputElement, {})
      const isRequired = document.activeElement?.getAttribute('aria-required') === 'true'
      return { localName, type, name, isRequired: required || isRequired }
    })
    if (control.type === 'submit') return page.keyboard.press('Enter')
    if (!control.isRequired) continue
    if (control.localName === 'select') await page.keyboard.press('ArrowDown')
    else if (control.type === 'file') {
      const chooser = page.waitForEvent('filechooser')
      await page.keyboard.press('Enter')
      await chooser
    } else if (control.type === 'checkbox') await page.keyboard.press('Space')
    else await page.keyboard.type(control.type === 'email' ? 'lin.guest@example.com' : text)
  }
  throw new Error('the button was not reached')
}
