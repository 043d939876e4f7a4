// Lighthouse in Debian's Chromium: one visit, and what is read of its report.

import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import lighthousePackage from 'lighthouse/package.json' with { type: 'json' }

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--ignore-certificate-errors']

export class Lighthouse {
  static async start() {
    const chromium = await launch({ chromePath: process.env.CHROME_PATH ?? '/usr/bin/chromium', chromeFlags: FLAGS })
    const answer = await fetch(`http://127.0.0.1:${chromium.port}/json/version`)
    const { Browser: browser } = await answer.json()
    return new Lighthouse(chromium, browser.replace('/', ' '))
  }

  constructor(chromium, browser) {
    this.chromium = chromium
    this.browser = browser
    this.version = lighthousePackage.version
  }

  /** Figures of a first visit of `url`: mobile, its defaults in all else. */
  async visit(url) {
    const { lhr } = await lighthouse(url, { port: this.chromium.port, onlyCategories: CATEGORIES, logLevel: 'error' })
    if (lhr.runtimeError !== undefined) throw new Error(`${url}: ${lhr.runtimeError.message}`)
    return figuresOf(lhr)
  }

  stop() {
    this.chromium.kill()
  }
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
    // Audits that cost points, for whoever reads the table.
    failed: failed.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9).map(({ id }) => id),
  }
}

function sum(requests) {
  return requests.reduce((total, { transferSize }) => total + transferSize, 0)
}
