// Builds and serves a site, and checks its pages in a browser; `portico test` starts it.
//
//   node main.ts --site FOLDER --gateway PROGRAM --generator PROGRAM [--all]

import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { launch } from './browser.ts'
import { checkPages } from './check-pages.ts'
import { hasFailed, markdownReport, terminalReport } from './report.ts'
import { readSettings } from './settings.ts'
import { startSite } from './site.ts'

/** The report's place in the site. */
const REPORT = 'var/test-report.md'

const { values } = parseArgs({
  options: { site: { type: 'string' }, gateway: { type: 'string' }, generator: { type: 'string' }, all: { type: 'boolean', default: false } },
})
const { site: folder = '.', gateway = 'gateway', generator = 'generator', all } = values

try {
  process.exitCode = (await checkSite()) ? 0 : 1
} catch (error) {
  console.error(`error: ${(error as Error).message}`)
  process.exitCode = 1
}

/** Whether the site has no fault. */
async function checkSite(): Promise<boolean> {
  const started = performance.now()
  const settings = readSettings(join(folder, 'tests/pages.json'))
  const browser = await launch()
  try {
    process.stdout.write('building the site to check its pages\n')
    const site = await startSite({ folder, gateway, generator })
    try {
      process.stdout.write(`checking its pages in Chromium ${browser.version()}\n`)
      const results = await checkPages(site, { browser, settings, all })
      process.stdout.write(terminalReport(results, REPORT))
      writeReport(markdownReport(results))
      process.stdout.write(`checked in ${Math.round((performance.now() - started) / 1000)} s\n`)
      return !hasFailed(results)
    } finally {
      await site.stop()
    }
  } finally {
    await browser.close()
  }
}

function writeReport(text: string): void {
  const path = join(folder, REPORT)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
  // The page of a job at GitHub shows this file.
  const summary = process.env['GITHUB_STEP_SUMMARY']
  if (summary !== undefined) appendFileSync(summary, text)
}
