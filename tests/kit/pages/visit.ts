// Opens documents as their intended visitor: a guest, a member, or a visitor with an error.

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { Member } from '../member.ts'
import type { Document } from './documents.ts'
import { hydrated } from './hydrated.ts'

/** A site that runs, and the code that it mailed last. */
export type Served = { url: string; mailedCode(email: string): string }

export type Cookie = { name: string; value: string; url: string }

export type Visitor = {
  /**
   * `zh-CN`, `en`: the language that the browser prefers, so that no page offers another language.
   */
  locale: string
  /** A member's cookies; none for a guest. */
  cookies?: Cookie[]
  /** Comes for the first time: sees the notices that are shown once. */
  isNew?: boolean
  /** Has a browser that saves data, for which no page is fetched ahead. */
  savesData?: boolean
}

/** Preferences in the browser of a visitor on a later visit, with the notices already read. */
const returning = { name: 'portico-preferences', value: JSON.stringify({ state: { offerDismissed: true, noticeRead: true }, version: 0 }) }

/** A context without motion, in which everything that comes into view is there from the start. */
export async function visitorContext(browser: Browser, { locale, cookies = [], isNew = false, savesData = false }: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({ locale, reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(10_000)
  await context.addCookies(cookies)
  if (savesData) await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) }))
  if (!isNew) await context.addInitScript(({ name, value }) => localStorage.setItem(name, value), returning)
  return context
}

/** The cookies of a member right after signing in. */
export async function memberCookies({ url, mailedCode }: Served): Promise<Cookie[]> {
  const email = 'lin.member@example.com'
  const member = new Member(url)
  await member.signIn(email, () => mailedCode(email))
  return [...member.cookies].map(([name, value]) => ({ name, value, url }))
}

/**
 * Opens a document and waits until the app answers. Error documents, which have no address, are
 * answered from the build.
 */
export async function visit(page: Page, url: string, { path, access, status, file }: Document): Promise<void> {
  if (access === 'private') await page.route(url + path, (route) => route.fulfill({ status, contentType: 'text/html; charset=utf-8', path: file }))
  await page.goto(url + path)
  await hydrated(page)
}

/** How long a picture may take to come, in milliseconds. */
const PICTURE_MS = 3_000

/**
 * Waits for fonts and pictures, also those that load when they come into view. Returns the
 * addresses of pictures that do not show.
 */
export function settled(page: Page): Promise<string[]> {
  return page.evaluate(async (patience) => {
    await document.fonts.ready
    const missing: string[] = []
    for (const image of [...document.images].filter((image) => image.checkVisibility())) {
      image.loading = 'eager'
      if (image.currentSrc === '') {
        const came = new Promise((done) => {
          image.addEventListener('load', done, { once: true })
          setTimeout(done, patience)
        })
        image.scrollIntoView({ behavior: 'instant' })
        await came
      }
      await image.decode().catch(() => missing.push(image.currentSrc || image.outerHTML))
    }
    scrollTo({ top: 0, behavior: 'instant' })
    // Two frames: decoded or resized images are laid out and painted.
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    return missing
  }, PICTURE_MS)
}
