// Checks the pages of a running site: each route in each language, as its intended visitor sees it.

import type { Browser } from 'playwright-core'
import { violations } from './checks/axe.ts'
import { misfits } from './checks/fit.ts'
import { guardFaults } from './checks/guard.ts'
import { headingFaults } from './checks/headings.ts'
import { type PageLinks, linkFaults, linksOf } from './checks/links.ts'
import { loadFaults } from './checks/load.ts'
import { hasJava, markupFindings } from './checks/markup.ts'
import { type Sizes, sizeFaults, sizesOf } from './checks/sizes.ts'
import { treeFaults } from './checks/tree.ts'
import { unknown } from './known.ts'
import { type Document, documentsOf, subjectsOf } from './pages/documents.ts'
import { inParallel } from './pages/parallel.ts'
import { SIZE, type Tabs, openTabs } from './pages/tabs.ts'
import type { Result } from './report.ts'
import type { Budgets, Settings } from './settings.ts'
import type { Site } from './site.ts'

/** Widths of windows, in pixels: the smallest phone, a phone, a tablet, a desktop. */
const WIDTHS = [320, 390, 768, SIZE.width]

/**
 * Pages of the same route differ in their texts alone: on all but its longest and its shortest one,
 * a look at the smallest phone and in the light is enough.
 */
const FEWER_WIDTHS = WIDTHS.slice(0, 1)

export type Options = {
  browser: Browser
  settings: Settings
  /** Every page; otherwise of each route the longest and the shortest one. */
  all: boolean
}

/** The results of all checks, in the order of the report. */
export async function checkPages(site: Omit<Site, 'stop'>, { browser, settings, all }: Options): Promise<Result[]> {
  const documents = documentsOf(site.builds)
  const chosen = new Set(subjectsOf(documents).flatMap((subject) => subject.documents))
  const visited = all ? documents : [...chosen]
  // A page that is fetched ahead would count as a part of the page that links to it.
  const tabs = openTabs(browser, site, { savesData: true })
  const looks = await inParallel(visited, (document) => lookAt(tabs, document, settings.budgets, chosen.has(document)))
  const links = looks.flatMap(({ links }) => links)
  const guarded = documents.filter(({ access }) => access === 'guarded')
  const pages = counted(visited.length, 'page')
  const results: Result[] = [
    { check: 'pages load and react', extent: pages, findings: looks.flatMap(({ load }) => load) },
    { check: 'pages are accessible', extent: `${pages}, axe, WCAG 2.2 AA, light and dark`, findings: looks.flatMap(({ access }) => access) },
    { check: 'pages fit', extent: `${pages}, ${WIDTHS.join(', ')} px`, findings: looks.flatMap(({ fit }) => fit) },
    {
      check: 'links lead somewhere',
      extent: counted(links.reduce((sum, { links }) => sum + links.length, 0), 'link'),
      findings: await linkFaults(links, site.url),
    },
    { check: 'sizes', extent: largest(looks.flatMap(({ sizes }) => sizes)), findings: looks.flatMap(({ size }) => size) },
    await checkMarkup(documents),
    { check: 'guarded pages', extent: counted(guarded.length, 'page'), findings: await guardFaults(documents, site) },
  ]
  return results.map((result) => ({ ...result, findings: unknown(result.findings, settings.known) }))
}

type Look = { load: string[]; access: string[]; fit: string[]; size: string[]; sizes: { path: string; sizes: Sizes }[]; links: PageLinks[] }

async function lookAt(tabs: Tabs, document: Document, budgets: Budgets, isThorough: boolean): Promise<Look> {
  const { path } = document
  const at = (found: string[], where = '') => found.map((fault) => `${path}${where}: ${fault}`)
  try {
    return await tabs.on(document, async (page, problems) => {
      const sizes = await sizesOf(page)
      const [load, links] = [await loadFaults(page, document, problems), await linksOf(page, document)]
      const inLight = await violations(page)
      const access = at([...inLight, ...(await headingFaults(page)), ...(await treeFaults(page))])
      const fit: string[] = []
      for (const width of isThorough ? WIDTHS : FEWER_WIDTHS) {
        await page.setViewportSize({ ...SIZE, width })
        fit.push(...at(await misfits(page), ` at ${width} px`))
      }
      if (isThorough) {
        await page.emulateMedia({ colorScheme: 'dark' })
        access.push(...at((await violations(page)).filter((fault) => !inLight.includes(fault)), ' in the dark'))
      }
      return { load: at(load), access, fit, size: sizeFaults(path, sizes, budgets), sizes: [{ path, sizes }], links: [links] }
    })
  } catch (error) {
    const fault = `${path}: load: the page does not react to input: ${(error as Error).message.split('\n')[0]}`
    return { load: [fault], access: [], fit: [], size: [], sizes: [], links: [] }
  }
}

async function checkMarkup(documents: Document[]): Promise<Result> {
  const check = 'markup is valid'
  if (!(await hasJava())) return { check, extent: 'the Nu HTML checker needs Java; install a Java runtime (17 or newer)', findings: [], isLeftOut: true }
  return { check, extent: counted(documents.length, 'document'), findings: await markupFindings(documents) }
}

/** The largest sizes, and the page that has the most scripts. */
function largest(pages: { path: string; sizes: Sizes }[]): string {
  const most = (kind: keyof Sizes) => pages.reduce((a, b) => (b.sizes[kind] > a.sizes[kind] ? b : a))
  if (pages.length === 0) return 'no page'
  return (['scripts', 'styles', 'page'] as const).map((kind) => `${kind} at most ${Math.ceil(most(kind).sizes[kind] / 1000)} kB (${most(kind).path})`).join(', ')
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`
