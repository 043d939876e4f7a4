// Lighthouse in Debian's Chromium: one visit, and the figures from its report.

import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import lighthousePackage from 'lighthouse/package.json' with { type: 'json' }

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const ATTEMPTS = 3
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--ignore-certificate-errors']

/** Lighthouse's version, and the browser's as it names itself. */
export async function versions() {
  const chromium = await start('en')
  const answer = await fetch(`http://127.0.0.1:${chromium.port}/json/version`)
  const { Browser: browser } = await answer.json()
  chromium.kill()
  return { version: lighthousePackage.version, browser: browser.replace('/', ' ') }
}

/**
 * Figures of a first visit of `url` by a browser without stored data that prefers the language of
 * the page: mobile, Lighthouse's defaults in all else.
 */
export async function visit(url, locale) {
  for (let attempt = 1; ; attempt++) {
    const lhr = await reportOf(url, locale)
    if (lhr.runtimeError === undefined) return figuresOf(lhr)
    // The browser's trace now and then lacks the beginning of the visit.
    if (attempt === ATTEMPTS) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  }
}

async function reportOf(url, locale) {
  const chromium = await start(locale)
  try {
    const { lhr } = await lighthouse(url, { port: chromium.port, onlyCategories: CATEGORIES, logLevel: 'error' })
    return lhr
  } finally {
    chromium.kill()
  }
}

function start(locale) {
  const chromePath = process.env.CHROME_PATH ?? '/usr/bin/chromium'
  return launch({ chromePath, chromeFlags: [...FLAGS, `--accept-lang=${locale}`] })
}

function figuresOf({ categories, audits, finalDisplayedUrl }) {
  const value = (audit) => audits[audit].numericValue
  const requests = audits['network-requests'].details.items
  const own = requests.filter(({ url }) => url.startsWith(new URL(finalDisplayedUrl).origin))
  const bytes = (type) => sum(own.filter(({ resourceType }) => resourceType === type))
  const failed = Object.values(categories).flatMap(({ auditRefs }) => auditRefs)
  return {
    scores: CATEGORIES.map((id) => Math.round(categories[id].score * 100)),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    document: bytes('Document'),
    styles: bytes('Stylesheet'),
    scripts: bytes('Script'),
    faces: bytes('Font'),
    requests: own.length,
    // Audits that cost points, for readers of the table.
    failed: failed.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9).map(({ id }) => id),
  }
}

function sum(requests) {
  return requests.reduce((total, { transferSize }) => total + transferSize, 0)
}
