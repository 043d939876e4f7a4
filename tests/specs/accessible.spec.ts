// Every page is accessible: axe has no finding in either theme, on any screen, in any state; a
// screen reader announces the name of everything, in visual order.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { violations } from '../kit/checks/axe.ts'
import { misfits } from '../kit/checks/fit.ts'
import { headingFaults } from '../kit/checks/headings.ts'
import { assertNone } from '../pages/known.ts'
import { inParallel } from '../kit/pages/parallel.ts'
import { isSoak, useSitePages } from '../pages/site-pages.ts'
import { states } from '../pages/states.ts'
import { orderFaults, treeFaults } from '../kit/checks/tree.ts'

const themes = ['light', 'dark'] as const
const widths = [320, 390, 768, 1440, 2560]

/** Each width and each theme; every pair of them where time does not matter. */
const looks = widths.flatMap((width, index) => themes.filter((_, theme) => isSoak || theme === index % themes.length).map((theme) => ({ width, theme })))

describe('a page', () => {
  const site = useSitePages()

  test('is looked at whatever its route is', async () => {
    const latest = (await (await fetch(`${site.stack.url}/builds/latest.json`)).json()) as { id: string }
    const { routes } = (await (await fetch(`${site.stack.url}/builds/meta/${latest.id}.json`)).json()) as { routes: { id: string }[] }
    const seen = new Set(site.documents.map(({ route }) => route))
    assert.deepEqual(routes.filter(({ id }) => !seen.has(id)), [])
    assert.deepEqual(states.filter(({ route }) => !seen.has(route)), [])
  })

  test('has nothing that axe finds fault with, on any screen, in the dark and in order', async () => {
    // One language of each template, in turns, because pages.spec looks at both.
    const documents = site.templates.flatMap(({ documents }, index) => (isSoak ? documents : documents.slice(index % documents.length).slice(0, 1)))
    const findings = await inParallel(documents, (document) =>
      site.tabs.on(document, async (page) => {
        const found: string[] = []
        for (const { width, theme } of looks) {
          await page.setViewportSize({ width, height: 900 })
          await page.emulateMedia({ colorScheme: theme })
          for (const fault of [...(await violations(page)), ...(await orderFaults(page))]) found.push(`${document.path} at ${width}, ${theme}: ${fault}`)
        }
        return found
      }),
    )
    assertNone(findings.flat())
  })

  test('stays so, and fits, when something is open, wrong or empty', async () => {
    const shown = states.flatMap((state, index) => {
      const documents = site.templates.find(({ name }) => name === state.route)?.documents ?? []
      return (isSoak ? documents : documents.slice(index % documents.length).slice(0, 1)).map((document) => ({ document, state }))
    })
    const findings = await inParallel(shown, ({ document, state }) =>
      site.tabs.onState(document, state, async (page) => {
        const found = (await treeFaults(page)).map((fault) => `${document.path} (${state.name}): ${fault}`)
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme })
          const faults = [...(await violations(page)), ...(await misfits(page))]
          found.push(...faults.map((fault) => `${document.path} (${state.name}), ${theme}: ${fault}`))
        }
        return found
      }),
    )
    assertNone(findings.flat())
  })

  test('with a fault is named with rule, element and a page that says more', async () => {
    const page = await site.browser.newPage()
    await page.setContent('<html lang="en"><title>t</title><main><h1>t</h1><h3>u</h3><p style="color:#999">pale</p><img src="x.png"></main></html>')
    const found = (await violations(page)).join('\n')
    for (const rule of ['color-contrast', 'image-alt', 'heading-order']) assert.match(found, new RegExp(`^${rule}: .* \\(https://\\S+/${rule}\\S*\\)$`, 'm'))
    assert.deepEqual(await headingFaults(page), ['headings: h3 “u” follows h1'])
    await page.setContent('<main><h1>a</h1><a href="/"></a><nav></nav><nav></nav><div style="display: flex; flex-direction: column-reverse"><p>low</p><p>high</p></div></main><main></main>')
    assert.deepEqual(await treeFaults(page), ['tree: a link has no name', 'tree: 2 of main', 'tree: two of navigation are called “”'])
    assert.deepEqual(await orderFaults(page), ['order: “low” is read before “high”, which stands above it'])
    await page.close()
  })
})
