// The appearance of a page is true: a part that looks like a link leads on, one that looks current
// is, letters are whole and keep their place.

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { BrowserContextOptions, FileChooser, Page } from 'playwright-core'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { assertNone } from '../pages/known.ts'
import { lateFaces } from '../pages/shifts.ts'
import { useSitePages } from '../pages/site-pages.ts'

/** The default size of a browser with letters twice as large, in pixels. */
const LARGE_FONT_SIZE = 32

/**
 * Most shift, as Cumulative Layout Shift counts it: a hundredth is imperceptible to people, and
 * half of the limit for "good" is little.
 */
const UNSEEN_SHIFT = 0.01
const LITTLE_SHIFT = 0.05

describe('a visitor', () => {
  const site = useSitePages()
  const pageOf = (route: string, locale = 'en') => {
    const document = site.documents.find((document) => document.route === route && document.locale === locale)
    assert.ok(document, `no page of the route ${route} in ${locale}`)
    return document
  }
  const visit = async (path: string, options: BrowserContextOptions = {}) => {
    const opened = await open(site.browser, { locale: 'en', reducedMotion: 'reduce', ...options })
    await opened.page.goto(site.stack.url + path)
    await hydrated(opened.page)
    return opened
  }

  for (const { name, width, hasTouch, target } of [
    { name: 'a tap on a drawing', width: 390, hasTouch: true, target: 'th svg' },
    { name: 'a click on the industry', width: 1440, hasTouch: false, target: 'td:nth-of-type(2)' },
    { name: 'a click on the year', width: 1440, hasTouch: false, target: 'td:first-of-type' },
  ]) {
    test(`who points at a company's line in the ledger is led to it: ${name}`, async () => {
      const { page, close } = await visit('/en/enterprise/invested', { viewport: { width, height: 900 }, hasTouch })
      const line = page.locator('tbody tr').nth(1)
      const href = await line.locator('th a').getAttribute('href')
      const place = line.locator(target).first()
      await place.scrollIntoViewIfNeeded()
      const box = await place.boundingBox()
      assert.ok(box)
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await (hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
      await page.waitForURL((url) => url.pathname === href)
      await close()
    })
  }

  test('sees in forced colours which way is the current one', async () => {
    await site.tabs.on(pageOf('news'), async (page) => {
      await page.emulateMedia({ forcedColors: 'active' })
      const marks = await page.locator('header li a').evaluateAll((elements, ground) =>
        elements.filter((element) => element.checkVisibility()).map((element) => {
          const style = getComputedStyle(element)
          const lines = [style, getComputedStyle(element, '::after')].flatMap((style) => [
            { color: style.borderBlockStartColor, width: style.borderBlockStartWidth },
            { color: style.borderBlockEndColor, width: style.borderBlockEndWidth },
          ])
          return { isCurrent: element.ariaCurrent !== null, shown: lines.filter(({ color, width }) => width !== '0px' && color !== ground).length }
        }),
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
      assert.ok(marks.length > 2, `${marks.length} were looked at`)
      for (const { isCurrent, shown } of marks) assert.equal(shown, isCurrent ? 1 : 0, JSON.stringify(marks))
    })
  })

  test('with letters twice as large has the navigation in one line or in a menu', async () => {
    for (const locale of ['zh-CN', 'en']) {
      await site.tabs.on(pageOf('home', locale), async (page) => {
        const browser = await page.context().newCDPSession(page)
        await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE_FONT_SIZE } })
        for (const width of [1280, 1440, 1920, 2200, 2560]) {
          await page.setViewportSize({ width, height: 900 })
          const header = await page.evaluate(() => {
            // The site's, which is the first; a page has one of its own.
            const banner = document.querySelector('header')
            const seen = (selector: string) => [...(banner?.querySelectorAll(selector) ?? [])].filter((element) => element.checkVisibility())
            const bar = banner?.getBoundingClientRect()
            const boxes = [...seen('a:not([href^="#"])'), ...seen('summary')].map((element) => element.getBoundingClientRect())
            return {
              links: seen('nav a').length,
              menus: seen('summary').length,
              rows: Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom)) ? 1 : 2,
              air: Math.min(...seen('img, svg').map((element) => element.getBoundingClientRect().top)) - (bar?.top ?? 0),
            }
          })
          const at = `${locale} at ${width}: ${JSON.stringify(header)}`
          assert.equal(header.links > 0, header.menus === 0, `either the links or the menu, ${at}`)
          assert.equal(header.rows, 1, at)
          assert.ok(header.air >= 8, at)
        }
        await browser.send('Page.setFontSizes', { fontSizes: { standard: LARGE_FONT_SIZE / 2 } })
        await browser.detach()
      })
    }
  })

  test('reads English in Latin faces, apostrophes too', async () => {
    await site.tabs.on(pageOf('news'), async (page) => {
      const session = await page.context().newCDPSession(page)
      for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`)
      // A machine that has every Chinese face: each is a copy of one of the site's, which no other
      // text in sans is set in.
      await page.evaluate(async (names) => {
        const sheet = await (await fetch('/fonts.css')).text()
        for (const [, address = ''] of sheet.matchAll(/"Newsreader".*?url\(([^)]+)\)/g)) {
          const bytes = await (await fetch(address)).arrayBuffer()
          for (const name of names) document.fonts.add(await new FontFace(name, bytes).load())
        }
        const probe = document.querySelector('main')?.appendChild(document.createElement('p'))
        if (probe != null) [probe.id, probe.textContent] = ['probe', 'Mirrorlake’s “first” year — a fund’s age…']
      }, ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Source Han Sans SC', 'Noto Sans SC'])
      const { root } = await session.send('DOM.getDocument', { depth: 0 })
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '#probe' })
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
      assert.deepEqual(fonts.filter(({ isCustomFont }) => isCustomFont), [])
      await session.detach()
    })
  })

  test('sees the two digits of the largest number apart', async () => {
    for (const locale of ['zh-CN', 'en']) {
      await site.tabs.on(pageOf('invested', locale), async (page) => {
        const gap = await page.evaluate(async () => {
          await document.fonts.ready
          const largest = [...document.querySelectorAll('main header span')].toSorted((a, b) => Number.parseFloat(getComputedStyle(b).fontSize) - Number.parseFloat(getComputedStyle(a).fontSize))[0]
          if (largest === undefined) return Number.NaN
          const style = getComputedStyle(largest)
          const ink = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
          ink.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
          ink.letterSpacing = style.letterSpacing
          const [first = '', second = ''] = largest.textContent ?? ''
          const [pair, one, two] = [first + second, first, second].map((text) => ink.measureText(text))
          if (pair === undefined || one === undefined || two === undefined) return Number.NaN
          const start = pair.width - two.width
          return (start - two.actualBoundingBoxLeft - one.actualBoundingBoxRight) / Number.parseFloat(style.fontSize)
        })
        assert.ok(gap > 0.015, `${locale}: ${gap} of their height between them`)
      })
    }
  })

  for (const [path, width, most] of [
    ['/', 390, UNSEEN_SHIFT],
    ['/', 1440, UNSEEN_SHIFT],
    ['/en', 390, UNSEEN_SHIFT],
    ['/en', 1440, UNSEEN_SHIFT],
    ['/enterprise/invested', 390, UNSEEN_SHIFT],
    ['/enterprise/invested', 1440, UNSEEN_SHIFT],
    ['/en/enterprise/invested', 390, UNSEEN_SHIFT],
    ['/en/enterprise/invested', 1440, LITTLE_SHIFT],
  ] as const) {
    test(`sees nothing jump on ${path} at ${width} px when the faces come late`, async () => {
      const locale = path.startsWith('/en') ? 'en' : 'zh-CN'
      const shifts = await lateFaces(site.browser).shiftsOf(site.stack.url + path, { locale, width })
      assert.ok(shifts.reduce((sum, { value }) => sum + value, 0) < most, JSON.stringify(shifts))
    })
  }

  test('walking by keyboard never has the focus at the edge of the window', async () => {
    await site.tabs.on(pageOf('invested'), async (page) => {
      await page.setViewportSize({ width: 1440, height: 600 })
      const found: string[] = []
      await page.locator('tbody a').first().focus()
      for (const key of [...Array(12).fill('Tab'), ...Array(12).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        const edge = await page.evaluate(() => {
          const { top, bottom } = (document.activeElement as HTMLElement).getBoundingClientRect()
          return { name: document.activeElement?.textContent, room: Math.min(top, innerHeight - bottom) }
        })
        if (edge.room < 24) found.push(`${edge.name}: ${edge.room} px`)
      }
      assertNone(found)
    })
  })

  test('reads the names on the map, and a tide’s name beside its line, on the smallest phone', async () => {
    for (const locale of ['zh-CN', 'en']) {
      await site.tabs.on(pageOf('industry', locale), async (page) => {
        for (const width of [320, 768, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          const found = await page.locator('main ul[aria-label] > li > a').evaluateAll((fields) =>
            fields.flatMap((field) => {
              const [name, figure] = [...field.children] as [HTMLElement, HTMLElement]
              const range = document.createRange()
              range.selectNodeContents(name)
              const [words, box, below] = [range.getBoundingClientRect(), field.getBoundingClientRect(), figure.getBoundingClientRect()]
              const isWhole = words.right < box.right && words.bottom < below.top + 2
              return isWhole && Number.parseFloat(getComputedStyle(name).fontSize) >= 14 ? [] : [`${name.textContent}`]
            }),
          )
          assertNone(found.map((name) => `${locale}, ${width} px: ${name}`))
        }
      })
    }
    await site.tabs.on(pageOf('total'), async (page) => {
      await page.setViewportSize({ width: 320, height: 900 })
      const touched = await page.evaluate(() => {
        const figure = document.querySelector('main figure') as HTMLElement
        const name = [...figure.querySelectorAll('span')].find(({ textContent }) => textContent === 'Follow-on') as HTMLElement
        const box = name.getBoundingClientRect()
        return [...figure.querySelectorAll<SVGGeometryElement>('svg path')].some((path) => {
          const matrix = path.getScreenCTM() as DOMMatrix
          const length = path.getTotalLength()
          return Array.from({ length: 400 }, (_, index) => path.getPointAtLength((length * index) / 400).matrixTransform(matrix)).some(
            ({ x, y }) => x > box.left - 1 && x < box.right && y > box.top && y < box.bottom,
          )
        })
      })
      assert.equal(touched, false)
    })
  })

  // R2.07: React puts a field back to what it rendered last until it renders again.
  test('never sees a filter go back to what it was before the choice', async () => {
    const { page, close } = await visit('/en/enterprise/invested', { viewport: { width: 1440, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    const filter = page.locator('main select').first()
    await filter.evaluate((select: HTMLSelectElement) => {
      const seen: string[] = []
      const look = () => {
        seen.push(select.value)
        if (seen.length < 20) requestAnimationFrame(look)
        else select.dataset['seen'] = [...new Set(seen)].join()
      }
      select.addEventListener('input', () => requestAnimationFrame(look), { once: true })
    })
    await filter.focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForFunction(() => document.querySelector<HTMLElement>('main select')?.dataset['seen'] !== undefined)
    assert.equal(await filter.getAttribute('data-seen'), await filter.locator('option').nth(1).getAttribute('value'))
    await close()
  })

  test('finds the page’s own figures and those of the newest letter', async () => {
    for (const locale of ['zh-CN', 'en']) {
      await site.tabs.on(pageOf('product', locale), async (page) => {
        const { written, shown } = await page.evaluate(() => {
          type Figures = { value: string; label: string }[]
          type State = { payload: { data: { page: { facts?: Figures }; letters: { figures?: Figures }[] } } }
          const { data } = (JSON.parse(document.querySelector('script#portico-state')?.textContent ?? '') as State).payload
          const words = (element: Element | null) => element?.textContent?.replaceAll(/\s/g, '') ?? ''
          return {
            written: [...(data.page.facts ?? []), ...(data.letters[0]?.figures ?? [])].map(({ value, label }) => ({ value: value.replaceAll(/\s/g, ''), label })),
            shown: [...document.querySelectorAll('main section[data-ground="deep"] :is(div:has(> h2), dl > div)')].map(words),
          }
        })
        assert.equal(new Set(written.map(({ label }) => label)).size, 4, JSON.stringify(written))
        for (const { value, label } of written) {
          const places = shown.filter((words) => words.includes(value) && words.includes(label.replaceAll(/\s/g, '')))
          assert.equal(places.length, 1, `${locale}: ${label} ${value} stands in ${places.length} of ${JSON.stringify(shown)}`)
        }
        if (locale === 'en') assert.ok(shown.some((words) => words.includes('+0.8%')), 'what grew has its sign')
      })
    }
  })

  test('has the app and the layout in a browser of early 2023, such as WeChat’s and an older iPhone’s', async () => {
    const { page, problems, close } = await open(site.browser, { locale: 'zh-CN' })
    await page.addInitScript(takeAwayYoungerParts)
    const loaded = new Set<string>()
    page.on('response', (response) => {
      if (/\.(js|css)$/.test(new URL(response.url()).pathname)) loaded.add(response.url())
    })
    await page.goto(`${site.stack.url}/`)
    await hydrated(page)
    await page.locator('header nav a[href="/news"]').first().click()
    await page.waitForURL('**/news')
    await page.goBack()
    await page.waitForFunction(() => document.activeElement?.getAttribute('href') === '/news')
    assertNone(problems)
    // Read anew: a body that is still on its way when the browser closes cannot be had from it.
    const texts = await Promise.all([...loaded].map(async (address) => (await fetch(address)).text()))
    assert.ok(texts.length > 5, `${texts.length} scripts and styles were read`)
    // Safari before 16.4 takes neither: a script with the one is not run, a media query with the
    // other never matches.
    for (const text of texts) {
      assert.doesNotMatch(text, /\(\?<[=!]/)
      assert.doesNotMatch(text, /@media[^{]*([<>]|not ?\()/)
    }
    await close()
  })

  for (const locale of ['zh-CN', 'en']) {
    test(`takes an answer along, with its links, by the button that /feishu/ai names: ${locale}`, async () => {
      const { path } = pageOf('feishu-ai', locale)
      const { page, close } = await visit(path, { locale, permissions: ['clipboard-read', 'clipboard-write'] })
      const events = [
        ['citations', [{ number: 1, title: 'Industries', href: '/enterprise/industry', kind: 'page', locale: 'zh-CN', quotes: [] }]],
        ['delta', { text: `8 (${locale})`, sources: [1] }],
        ['done', { outcome: 'answered' }],
      ]
      const body = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join('')
      await page.route('**/api/chat', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
      await page.locator('main textarea').fill('?')
      await page.keyboard.press('Enter')
      const [, button = ''] = /“([^”]+)”/.exec((await page.locator('main').textContent()) ?? '') ?? []
      await page.getByRole('button', { name: button, exact: true }).click()
      const whole = `8 (${locale}) [1]\n\n[1] Industries ${site.stack.url}/enterprise/industry`
      await page.waitForFunction(async (whole) => (await navigator.clipboard.readText()) === whole, whole)
      await close()
    })
  }

  for (const { locale, words } of [
    { locale: 'zh-CN', words: '选择文件或拖到这里' },
    { locale: 'en', words: 'Choose a fileor drop it here' },
  ]) {
    test(`gives a file to the box that asks for it in the page’s language, by a press anywhere and by dropping it: ${locale}`, async () => {
      const { page, close } = await visit(pageOf('message-bp', locale).path, { locale: locale === 'en' ? 'zh-CN' : 'en' })
      const control = page.locator('main input[type=file]')
      const box = page.locator('main span:has(> input[type=file])')
      assert.equal(await box.innerText().then((text) => text.replaceAll('\n', '')), words)
      assert.equal(await control.evaluate((element) => getComputedStyle(element).opacity), '0', 'the browser’s own words are not seen')
      await page.evaluate(() => document.fonts.ready)
      await box.scrollIntoViewIfNeeded()
      const place = await box.boundingBox()
      assert.ok(place)
      for (const position of [{ x: 4, y: 4 }, { x: place.width - 4, y: place.height - 4 }]) {
        const [chooser]: [FileChooser, void] = await Promise.all([page.waitForEvent('filechooser'), box.click({ position })])
        assert.equal(chooser.isMultiple(), false)
      }
      const folder = await mkdtemp(join(tmpdir(), 'portico-drop-'))
      const file = join(folder, 'plan.pdf')
      await writeFile(file, '%PDF-1.7')
      const browser = await page.context().newCDPSession(page)
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
        const [x, y] = [place.x + place.width - 8, place.y + 8]
        await browser.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files: [file], dragOperationsMask: 1 } })
      }
      await box.getByText('plan.pdf').waitFor()
      assert.equal(await control.evaluate((element) => (element as HTMLInputElement).files?.[0]?.size), 8)
      await rm(folder, { recursive: true })
      await close()
    })
  }
})

/** Leaves only the parts of the browser that Chromium 111 and Safari 16 have in common. */
function takeAwayYoungerParts(): void {
  const younger: [object, string[]][] = [
    [window, ['Iterator', 'navigation', 'URLPattern', 'scheduler']],
    [Document.prototype, ['startViewTransition']],
    [Element.prototype, ['checkVisibility', 'moveBefore']],
    [Promise, ['try', 'withResolvers']],
    [URL, ['canParse', 'parse']],
    [AbortSignal, ['any']],
    [Array, ['fromAsync']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ['map', 'filter', 'some', 'every', 'find', 'take', 'drop', 'flatMap', 'toArray', 'forEach', 'reduce']],
  ]
  for (const [owner, names] of younger) for (const name of names) Reflect.deleteProperty(owner, name)
}
