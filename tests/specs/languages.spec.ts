// A site in English, Chinese and Japanese, English being the default: the same binaries as for the
// sample site.

import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launch, open } from '../kit/browser.ts'
import { Member } from '../kit/member.ts'
import { type Stack, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { mailPart, newestMail } from '../kit/mail.ts'
import { thirdLanguage } from '../fixtures/third-language.ts'

describe('a site in other languages', () => {
  const folder = temporaryFolder()
  let stack: Stack
  let browser: Browser

  before(async () => {
    stack = await startStack({ folder: join(folder, 'run'), sources: thirdLanguage(join(folder, 'site')) })
    browser = await launch()
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const document = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(stack.url + path, { headers, redirect: 'manual' })
    return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
  }
  const call = async (path: string, headers: Record<string, string>) => {
    const answer = await fetch(stack.url + path, { headers })
    return (await answer.json()) as { code: number; msg: string; data: { title: string; path: string; seoConfig: { title: string } }[] }
  }

  // R1.01, R7.04
  test('has pages, settings and agreements in each, and its own default', async () => {
    for (const [path, lang, title] of [
      ['/', 'en', 'Tidewater Capital'],
      ['/zh', 'zh-CN', '潮生资本'],
      ['/ja', 'ja', '潮生キャピタル'],
    ] as const) {
      const { status, html } = await document(path, { 'sec-fetch-site': 'same-origin' })
      assert.equal(status, 200, path)
      assert.match(html, new RegExp(`<html lang="${lang}"[^>]*>[^]*<title>${title}`))
    }
    assert.equal((await document('/', { 'accept-language': 'de,ja;q=0.5' })).location, '/ja')
    for (const [language, title, terms] of [
      ['ja', '潮生キャピタル', '/ja/terms'],
      ['zh', '潮生资本', '/zh/terms'],
      ['en', 'Tidewater Capital', '/terms'],
      // A language that the site does not have: its default, whatever languages the binaries have.
      ['fr', 'Tidewater Capital', '/terms'],
    ] as const) {
      const [home] = (await call('/api/web/system-config', { language })).data
      assert.ok(home?.seoConfig.title.startsWith(title), `${language}: ${home?.seoConfig.title}`)
      const agreement = (await call('/api/web/protocol-config', { language })).data.find(({ path }) => path === terms)
      assert.ok(agreement, `${language}: ${terms}`)
      if (language === 'ja') assert.equal(agreement.title, '利用規約')
    }
  })

  test('says in each what goes wrong, from the origin and from the gateway', async () => {
    const origin = (language: Record<string, string>) => call('/api/nothing', language)
    assert.match((await origin({ language: 'ja' })).msg, /^この呼び出しはありません/)
    assert.match((await origin({ 'accept-language': 'ja,en;q=0.5' })).msg, /^この呼び出しはありません/)
    assert.match((await origin({ language: 'zh' })).msg, /^没有这个接口/)
    assert.match((await origin({})).msg, /^There is no such call/)
    const gateway = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(stack.url + path, { method: 'POST', headers: { origin: 'https://other.example', ...headers } })
      return answer.text()
    }
    assert.match(await gateway('/api/auth/logout', { language: 'ja' }), /ほかのサイトからのリクエスト/)
    assert.match(await gateway('/api/auth/logout', {}), /Requests from other sites/)
    assert.match(await gateway('/ja/about', { accept: 'text/html' }), /<html lang="ja">[^]*このメソッドは使えません/)
  })

  test('shows what is not there in the language of its address', async () => {
    const missing = await document('/ja/nothing', { accept: 'text/html' })
    assert.equal(missing.status, 404)
    assert.match(missing.html, /<html lang="ja"[^]*ページが見つかりません/)
  })

  // R3.01
  test('signs a visitor in and mails the code in Japanese', async () => {
    const member = new Member(stack.url, 'ja')
    await member.signIn('hana@example.com', () => stack.mailedCode('hana@example.com'))
    const mail = newestMail(join(stack.folder, 'var/outbox'), 'hana@example.com')
    assert.match(mail, /^Content-Language: ja\r?$/m)
    assert.match(mailPart(mail, 'text/plain'), /潮生キャピタル にログインするための認証コード/)
    assert.match(mailPart(mail, 'text/html'), /<html lang="ja" dir="ltr">/)
    assert.equal(await member.page('/ja/product'), 200)
    const guest = await document('/ja/product')
    assert.equal(guest.location, '/ja/login?redirect=/ja/product')
  })

  // R1.01
  test('offers Japanese in Japanese, and shows the sign-in page in it', async () => {
    const visitor = await open(browser, { locale: 'ja' })
    await visitor.page.goto(`${stack.url}/about`)
    const offer = visitor.page.locator('aside[lang="ja"]')
    await offer.getByText('このページは日本語でもご覧いただけます。').waitFor()
    await visitor.page.goto(`${stack.url}/ja/login`)
    await visitor.page.getByRole('button', { name: 'コードを送信' }).waitFor()
    assert.deepEqual(visitor.problems, [])
    await visitor.close()
  })
})
