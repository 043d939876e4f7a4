// The assistant on the real processes: answers by passages if no model is configured, by a model
// sentence for sentence if one is, and the page after a failure (R2.12, R2.17).

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { launch, open, type Watched } from '../kit/browser.ts'
import { launchFraming, type Platform, showInFeishu, startPlatform, WORKPLACE } from '../fixtures/feishu.ts'
import { type Line, startLine } from '../fixtures/line.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { type Model, startModel } from '../fixtures/openai.ts'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

type Words = {
  locale: string
  path: string
  feishu: string
  question: string
  followUp: string
  none: string
  unsourced: string
  /**
   * A sentence that is on no page, and the beginning of another: a sentence counts as whole when
   * more text follows.
   */
  invented: string
  copy: string
  stop: string
  retry: string
  anew: string
  source: string
}

const LANGUAGES: Words[] = [
  {
    locale: 'zh-CN',
    path: '/chat',
    feishu: '/feishu/ai',
    question: '陆桥货联为什么会亏？',
    followUp: '后来呢？',
    none: '杭州这个周末天气怎么样？',
    unsourced: '本站没有出处',
    invented: '斑马保证每年四成的回报。接下来',
    copy: '复制回答',
    stop: '停止',
    retry: '重试',
    anew: '新的对话',
    source: '出处1：',
  },
  {
    locale: 'en',
    path: '/en/chat',
    feishu: '/en/feishu/ai',
    question: 'Why did Landbridge Freight fail?',
    followUp: 'And then?',
    none: 'What will the weather be like in Hangzhou this weekend?',
    unsourced: 'no source on this site',
    invented: 'Zebras guarantee a return of forty per cent. And then',
    copy: 'Copy the answer',
    stop: 'Stop',
    retry: 'Try again',
    anew: 'New conversation',
    source: 'Source 1: ',
  },
]

const field = (page: Page | Locator) => page.locator('main textarea').first()
const latest = (page: Page) => page.locator('main article').first()
const settled = (page: Page, stage: string) => page.locator(`main article[data-stage=${stage}]`).first()

/** The origin makes its index by itself, a moment after it starts. */
const indexed = (stack: Stack) => until(async () => (await fetch(`${stack.url}/api/search?q=2011`)).ok)

async function ask(page: Page, question: string): Promise<void> {
  await field(page).fill(question)
  await field(page).press('Enter')
}

/** The first sentence of the passage that is shown first while an answer is on its way. */
async function firstSentence(page: Page): Promise<string> {
  const passage = await latest(page).locator('blockquote > p:last-child').first().textContent()
  return /^.*?[。.](?=\s|$|[^\d])/su.exec(passage ?? '')?.[0] ?? assert.fail(`no sentence in ${passage}`)
}

describe('the assistant', () => {
  let browser: Browser
  let stack: Stack
  before(async () => {
    browser = await launch()
    stack = await startStack()
    await indexed(stack)
  })
  after(async () => {
    await browser?.close()
    await stack?.stop()
  })

  const visit = async (path: string, locale: string, options: BrowserContextOptions = {}): Promise<Watched> => {
    const watched = await open(browser, { locale, ...options })
    await watched.page.goto(stack.url + path)
    if (options.javaScriptEnabled !== false) await hydrated(watched.page)
    return watched
  }

  for (const words of LANGUAGES) {
    test(`answers by passages, which lead to their place, and keeps the conversation: ${words.locale}`, async () => {
      const { page, problems, close } = await visit(words.path, words.locale)
      await page.locator('main form button[name=q]').filter({ hasText: words.question }).click()
      const answer = settled(page, 'quoted')
      await answer.waitFor()
      assert.equal(await page.locator('main button[name=q]').filter({ hasText: words.question }).count(), 0)
      const top = await answer.locator('h2').evaluate((heading) => heading.getBoundingClientRect().top)
      assert.ok(top >= 0 && top < 100, `the question heads the window: ${top}`)
      assert.equal(await answer.locator('li').count(), await answer.locator('.chat-words > a').evaluateAll((links) => new Set(links.map(({ textContent }) => textContent)).size), 'a note for each number')
      const passage = (await answer.locator('blockquote > p:last-child').first().textContent()) ?? ''
      await page.reload()
      await hydrated(page)
      await answer.getByText(passage).first().waitFor()
      const link = answer.locator('li > a').first()
      const href = (await link.getAttribute('href')) ?? ''
      await link.click()
      await page.waitForURL((url) => url.href.endsWith(href))
      const beginning = passage.replace(/\s*…$/u, '').slice(0, 24)
      await page.waitForFunction((text) => document.querySelector('main')?.textContent?.includes(text), beginning)
      await page.goBack()
      await answer.waitFor()
      await page.getByRole('button', { name: words.anew }).click()
      await answer.waitFor({ state: 'detached' })
      assert.ok(await field(page).evaluate((element) => element === document.activeElement))
      await page.reload()
      await hydrated(page)
      await page.locator('main button[name=q]').filter({ hasText: words.question }).waitFor()
      assert.equal(await page.locator('main article').count(), 0)
      assert.deepEqual(problems, [])
      await close()
    })

    test(`says that no page answers, and leads to the nearest and to the form: ${words.locale}`, async () => {
      const { page, problems, close } = await visit(words.path, words.locale)
      await ask(page, words.none)
      const answer = settled(page, 'unanswered')
      await answer.waitFor()
      const prefix = words.path.replace('/chat', '')
      await answer.locator(`p > a[href="${prefix}/message/work"]`).waitFor()
      await answer.locator(`a[href^="${prefix}/search?q="]`).click()
      await page.waitForURL((url) => url.searchParams.get('q') === words.none)
      assert.deepEqual(problems, [])
      await close()
    })

    test(`leads to the search without JavaScript: ${words.locale}`, async () => {
      const { page, close } = await visit(words.path, words.locale, { javaScriptEnabled: false })
      await page.locator('main button[name=q]').first().click()
      await page.waitForURL('**/api/search?*')
      await page.locator('main h3 a').first().waitFor()
      await page.goBack()
      await field(page).fill(words.question)
      await page.locator('main form [type=submit]').first().click()
      await page.waitForURL('**/api/search?*')
      await page.locator('main h3 a').first().waitFor()
      await close()
    })
  }
})

describe('the assistant with a model', () => {
  let browser: Browser
  let feishu: Browser
  let model: Model
  let platform: Platform
  let stack: Stack
  let line: Line
  before(async () => {
    browser = await launch()
    feishu = await launchFraming()
    model = await startModel()
    platform = await startPlatform()
    stack = await startStack({ environment: { ...platform.environment, ...model.environment } })
    line = await startLine(stack.url)
    await indexed(stack)
  })
  after(async () => {
    await browser?.close()
    await feishu?.close()
    await line?.stop()
    await stack?.stop()
    await model?.stop()
    await platform?.stop()
  })

  const visit = async (words: Words, at = stack.url, options: BrowserContextOptions = {}): Promise<Watched> => {
    const watched = await open(browser, { locale: words.locale, ...options })
    await watched.page.goto(at + words.path)
    await hydrated(watched.page)
    return watched
  }

  for (const words of LANGUAGES) {
    test(`shows each sentence as it comes, with its source or a mark, and copies the whole: ${words.locale}`, async () => {
      const { page, problems, close } = await visit(words, stack.url, { permissions: ['clipboard-read', 'clipboard-write'] })
      await ask(page, words.question)
      const call = await model.call()
      assert.equal(call.key, model.key)
      await latest(page).locator('blockquote').first().waitFor()
      const sentence = await firstSentence(page)
      call.say(`${sentence} [1] ${words.invented.slice(0, 2)}`)
      await latest(page).getByLabel(words.source).first().waitFor()
      assert.equal(await latest(page).getAttribute('aria-busy'), 'true', 'the first sentence is shown before the last has come')
      call.say(words.invented.slice(2))
      await latest(page).getByText(words.unsourced).first().waitFor()
      call.end()
      await settled(page, 'answered').waitFor()
      assert.match((await latest(page).getByLabel(words.source).first().getAttribute('href')) ?? '', /^\//)
      await page.getByRole('button', { name: words.copy }).click()
      await page.waitForFunction(
        async ([sentence, unsourced]) => {
          const text = await navigator.clipboard.readText()
          return text.includes(sentence ?? '') && text.includes(unsourced ?? '') && /\[1\] .+ http/u.test(text)
        },
        [sentence.slice(0, 12), words.unsourced],
      )
      assert.deepEqual(problems, [])
      await close()
    })

    test(`stops by Escape, which ends the model’s work, and answers when it is tried again: ${words.locale}`, async () => {
      const { page, problems, close } = await visit(words)
      await ask(page, words.question)
      const call = await model.call()
      await latest(page).locator('blockquote').first().waitFor()
      const sentence = await firstSentence(page)
      call.say(`${sentence} [1] ${words.invented}`)
      await latest(page).getByLabel(words.source).first().waitFor()
      await page.getByRole('button', { name: words.stop }).waitFor()
      await page.keyboard.press('Escape')
      await settled(page, 'stopped').waitFor()
      await call.left
      assert.equal(await latest(page).getByLabel(words.source).count(), 1, 'what has come stays')
      await page.getByRole('button', { name: words.retry }).click()
      const again = await model.call()
      again.say(`${sentence} [1] `)
      again.end()
      await settled(page, 'answered').waitFor()
      assert.equal(await page.locator('main article').count(), 1)
      assert.deepEqual(problems, [])
      await close()
    })

    test(`keeps what has come when the line is cut, over a reload, and answers when it is tried again: ${words.locale}`, async () => {
      const { page, close } = await visit(words, line.url)
      await ask(page, words.question)
      const call = await model.call()
      await latest(page).locator('blockquote').first().waitFor()
      const sentence = await firstSentence(page)
      call.say(`${sentence} [1] ${words.invented}`)
      await latest(page).getByLabel(words.source).first().waitFor()
      line.cut()
      await settled(page, 'lost').waitFor()
      await page.reload()
      await hydrated(page)
      await latest(page).getByLabel(words.source).first().waitFor()
      await page.getByRole('button', { name: words.retry }).click()
      const again = await model.call()
      again.say(`${sentence} [1] `)
      again.end()
      await settled(page, 'answered').waitFor()
      await close()
    })

    // R2.17
    test(`answers a colleague inside Feishu, and stops by its button: ${words.locale}`, async () => {
      const { page, close } = await open(feishu, { locale: words.locale })
      await showInFeishu(page.context(), platform, stack.url + words.feishu)
      await page.goto(WORKPLACE)
      const app = page.frameLocator('iframe')
      await app.locator('html[data-hydrated=true]').waitFor()
      const box = app.locator('main textarea').first()
      await box.fill(words.question)
      await box.press('Enter')
      const call = await model.call()
      const article = app.locator('main article').first()
      await article.locator('blockquote').first().waitFor()
      await app.getByRole('button', { name: words.stop }).click()
      await app.locator('main article[data-stage=stopped]').waitFor()
      await call.left
      await app.getByRole('button', { name: words.retry }).click()
      const again = await model.call()
      again.refuse(500)
      await app.locator('main article[data-stage=quoted]').waitFor()
      await close()
    })
  }

  const [, english] = LANGUAGES as [Words, Words]

  test('says what broke off, and where a model does not answer shows passages', async () => {
    const { page, close } = await visit(english)
    await ask(page, english.question)
    const call = await model.call()
    await latest(page).locator('blockquote').first().waitFor()
    call.say(`${await firstSentence(page)} [1] ${english.invented}`)
    await latest(page).getByLabel(english.source).first().waitFor()
    call.breakOff()
    await settled(page, 'cut').waitFor()
    await page.getByRole('button', { name: english.retry }).click()
    const refusing = await model.call()
    refusing.refuse(500)
    await settled(page, 'quoted').waitFor()
    await latest(page).getByText('does not reply just now').waitFor()
    await close()
  })

  test('takes a visitor’s own key to the model, and keeps it nowhere', async () => {
    const { page, close } = await visit(english)
    await page.getByText('Use your own key').click()
    await page.locator('main [type=password]').fill('sk-canary')
    await ask(page, english.question)
    const call = await model.call()
    assert.equal(call.key, 'sk-canary')
    call.refuse(401)
    await settled(page, 'quoted').waitFor()
    await latest(page).getByText('did not accept your own key').waitFor()
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.cookie]))
    assert.ok(!kept.includes('canary'))
    await page.reload()
    await hydrated(page)
    await ask(page, english.followUp)
    const other = await model.call()
    assert.equal(other.key, model.key)
    other.end()
    assert.ok(!stack.gateway.output().includes('canary'))
    await close()
  })

  test('says that there is no connection, and answers when it is back', async () => {
    const { page, close } = await visit(english)
    await page.locator('.chat-live').waitFor({ state: 'attached' })
    await page.context().setOffline(true)
    await ask(page, english.question)
    await settled(page, 'offline').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: english.retry }).click()
    const call = await model.call()
    call.refuse(500)
    await settled(page, 'quoted').waitFor()
    await close()
  })
})

describe('the assistant, asked too often', () => {
  test('says how long to wait, in every language, and asks nothing until then', async () => {
    const browser = await launch()
    const stack = await startStack()
    try {
      await indexed(stack)
      const body = JSON.stringify({ messages: [{ role: 'user', content: '2011?' }] })
      const headers = { 'content-type': 'application/json', origin: stack.url }
      const askTooOften = () =>
        until(async () => {
          const response = await fetch(`${stack.url}/api/chat`, { method: 'POST', headers, body })
          await response.text()
          return response.status === 429
        })
      for (const words of LANGUAGES) {
        const { page, close } = await open(browser, { locale: words.locale })
        await page.goto(stack.url + words.path)
        await hydrated(page)
        await askTooOften()
        await ask(page, words.question)
        await settled(page, 'refused').waitFor()
        await latest(page).locator('button[aria-disabled]').filter({ hasText: /\d+/ }).waitFor()
        await page.getByRole('button', { name: words.retry, exact: true }).click()
        await settled(page, 'quoted').waitFor()
        await close()
      }
    } finally {
      await browser.close()
      await stack.stop()
    }
  })
})
