// A founder sends the plan of a company: over a connection that breaks, with a reload in the
// middle, by the keyboard alone, without JavaScript. One message is stored, with the file
// unchanged. The founder then withdraws it.

import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page, Request } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { choose, fill, hasArrived, storedWith } from '../fixtures/message-form.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { mailPart, newestMail } from '../kit/mail.ts'
import { eventually, until } from '../kit/until.ts'

const MEBIBYTE = 1024 * 1024

/** A file that takes some seconds at `UPLOAD_RATE`, and differs from every other. */
const plan = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(15 * MEBIBYTE), Buffer.from('\n%%EOF\n')])

/** Bytes a second. */
const UPLOAD_RATE = 3 * MEBIBYTE

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

  /** Kept files by the hash of their content. */
  const keptFiles = () => {
    const folder = join(stack.folder, 'var/messages')
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return names.map((entry) => createHash('sha256').update(readFileSync(join(entry.parentPath, entry.name))).digest('hex'))
  }

  /** An English page of a form in a browser with a slow connection. */
  const writing = async (path: string) => {
    const tab = await open(browser, { locale: 'en' })
    tab.page.on('dialog', (dialog) => void dialog.accept())
    const devtools = await tab.page.context().newCDPSession(tab.page)
    await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 20, downloadThroughput: -1, uploadThroughput: UPLOAD_RATE })
    await tab.page.goto(`${link.url}/en${path}`)
    await hydrated(tab.page)
    return tab
  }

  /** Opens the link of an e-mail, and withdraws the message. */
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
      storedWith(stack.folder, company).map(({ state, file, size, sha256 }) => ({ state, file, size, sha256 })),
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

  for (const [path, name] of [['/message/bp', 'Bearings that a keyboard orders'], ['/message/work', 'Bearings that a keyboard seeks']] as const) {
    test(`fills in ${path} by the keyboard alone`, async () => {
      const { page, close } = await writing(path)
      page.on('filechooser', (chooser) => void chooser.setFiles({ name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }))
      await page.locator('main').focus()
      await keyIn(page, name)
      await hasArrived(page)
      assert.equal(storedWith(stack.folder, name).length, 1)
      await close()
    })
  }

  for (const [locale, prefix] of [['zh-CN', ''], ['en', '/en']] as const) {
    // R2.04
    test(`is answered in ${locale} by a page of its own without JavaScript, and takes the message back by the letter's link`, async () => {
      const { page, close } = await open(browser, { locale, javaScriptEnabled: false })
      const [email, file] = [`back.${locale}@example.com`.toLowerCase(), Buffer.from(`%PDF-1.7\n${locale}\n%%EOF\n`)]
      await page.goto(`${stack.url}${prefix}/message/bp`)
      // The browser itself reports the missing answers.
      await page.locator('main form [type=submit]').click()
      await page.locator('main [name=company]:focus').waitFor()
      assert.equal(page.url(), `${stack.url}${prefix}/message/bp`)
      // An address without a dot is none for the origin alone; it shows the form again.
      await fill(page, `Plain Bearings, ${locale} <b>`, 'ann@localhost')
      await choose(page, stack.folder, file)
      await page.locator('main form [type=submit]').click()
      await page.locator('main [name=email][aria-invalid=true]').waitFor()
      assert.equal(page.url(), `${stack.url}/api/message/bp`)
      assert.equal(await page.locator('html').getAttribute('lang'), locale)
      assert.equal(await page.locator('main [name=company]').inputValue(), `Plain Bearings, ${locale} <b>`)
      assert.equal(await page.locator('main [name=email]').inputValue(), 'ann@localhost')
      assert.ok(await page.locator('main [name=consent]').isChecked())
      const reason = locale === 'en' ? 'E-mail is not a valid e-mail address' : '邮箱不是有效的邮箱地址'
      assert.equal(await page.getByText(reason).count(), 2)
      assert.deepEqual(storedWith(stack.folder, `Plain Bearings, ${locale} <b>`), [])
      await fill(page, `Plain Bearings, ${locale}`, email)
      await choose(page, stack.folder, file)
      await page.locator('main form [type=submit]').click()
      await page.waitForURL(`${stack.url}${prefix}/message/bp/sent`)
      assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
      isOneMessage(`Plain Bearings, ${locale}`, file)
      await close()
      await takeBack(await eventually(() => newestMail(join(stack.folder, 'var/outbox'), email)), locale)
      assert.deepEqual(storedWith(stack.folder, `Plain Bearings, ${locale}`), [])
      const sha256 = createHash('sha256').update(file).digest('hex')
      await until(async () => !keptFiles().includes(sha256))
    })
  }
})

/** The connection to a server, which can break. */
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

/** Some of the file is there, and some is not. */
const isUnderWay = (page: Page) =>
  until(async () => {
    const { value, max } = await page.locator('main progress').evaluate((bar: HTMLProgressElement) => ({ value: bar.value, max: bar.max }))
    return value > max / 4 && value < (3 * max) / 4
  })

/** Moves from control to control with Tab and answers each; Enter on the last one sends. */
async function keyIn(page: Page, text: string): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press('Tab')
    const control = await page.evaluate(() => {
      const { localName, type, name, required } = Object.assign(document.activeElement as HTMLInputElement, {})
      return { localName, type, name, isRequired: required }
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
