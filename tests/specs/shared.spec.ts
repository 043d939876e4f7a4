// The drawing in a row becomes the drawing of the page that the row leads to.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { open } from '../kit/browser.ts'
import { hydrated } from '../kit/pages/hydrated.ts'
import { useSite } from '../fixtures/site.ts'

describe('a drawing that two pages have in common', () => {
  const site = useSite()

  /** Elements that move on the way to a page, a list for each way. */
  const moved = async (list: string, link: string, reducedMotion: 'reduce' | 'no-preference') => {
    const { page, problems, close } = await open(site.browser, { locale: 'en', reducedMotion })
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document)
      const names: string[][] = []
      let begun = 0
      document.startViewTransition = (options) => {
        const transition = start(options)
        begun += 1
        void transition.ready.then(() => {
          const parts = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '')
          names.push([...new Set(parts.filter((part) => /^::view-transition-group\((?!root)/.test(part)))])
        })
        return transition
      }
      Object.assign(window, { names, isReady: () => names.length === begun })
    })
    await page.goto(site.stack.url + list)
    await hydrated(page)
    await page.locator(link).first().click()
    await page.waitForURL(`**${list}/*`)
    await page.locator('main header figure').waitFor()
    // The page is there before the elements that move are.
    await page.waitForFunction(() => (window as unknown as { isReady: () => boolean }).isReady())
    const names = await page.evaluate(() => (window as unknown as { names: string[][] }).names)
    assert.deepEqual(problems, [])
    await close()
    return names
  }

  for (const [list, link] of [
    ['/en/enterprise/invested', 'tbody th a'],
    ['/en/enterprise/cases', 'article h2 a'],
  ] as const) {
    test(`moves from ${list} to the page`, async () => {
      const ways = await moved(list, link, 'no-preference')
      assert.deepEqual(ways.map((names) => names.length), [1])
    })

    test(`does not move on ${list} for those who asked for less motion`, async () => {
      assert.deepEqual(await moved(list, link, 'reduce'), [])
    })
  }
})
