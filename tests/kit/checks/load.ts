// Whether a page loads: it is in its language, shows text, and has no error until it reacts to
// input.

import type { Page } from 'playwright-core'
import type { Document } from '../pages/documents.ts'

/** One line per fault of a page that has been visited. */
export async function loadFaults(page: Page, { path, locale, status }: Document, problems: string[]): Promise<string[]> {
  const shown = await page.evaluate(() => ({ language: document.documentElement.lang, text: document.body.innerText.trim(), title: document.title.trim() }))
  const faults = errorsOf(problems, path, status)
  if (shown.language !== locale) faults.push(`load: \`<html lang>\` is ${shown.language}, expected ${locale}`)
  if (shown.title === '') faults.push('load: the document has no title')
  if (shown.text === '') faults.push('load: the page shows no text')
  return faults
}

/** The errors, without an error document's own status. */
function errorsOf(problems: string[], path: string, status: number): string[] {
  const isOwn = (problem: string) =>
    status >= 400 && ((problem.startsWith(`status ${status}: `) && problem.endsWith(path)) || problem.startsWith(`console: Failed to load resource: the server responded with a status of ${status}`))
  return problems.filter((problem) => !isOwn(problem)).map((problem) => `load: ${problem.replaceAll(/\s+/g, ' ').slice(0, 400)}`)
}
