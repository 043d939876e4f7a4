// The findings of axe on a page: WCAG 2.2 A and AA, and axe's own best practices.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Off by axe's own default, although WCAG 2.2 asks for them: targets of 24 px, and names that
  // contain the visible words, as a visitor speaks them to speech input.
  rules: { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } },
  resultTypes: ['violations'],
}

/** One line per element at fault: rule, element, axe's message, address of its explanation. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the page's content security policy does not bind.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // A colour between two states is neither; a transition that is cut off has come to its end, too.
  await page.evaluate(async () => {
    const changes = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(changes.map(({ finished }) => finished))
  })
  const found = await page.evaluate((options) => (window as unknown as { axe: typeof axe }).axe.run(document, options), options)
  return found.violations.flatMap(({ id, helpUrl, nodes }) =>
    nodes.map(({ target, html, failureSummary = '' }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}: ${failureSummary.split('\n').slice(1).join('; ').trim()} (${helpUrl})`),
  )
}
