// Takes the pictures of one subject: a page load per language and width, and both themes of it.

import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { Document } from '../kit/pages/documents.ts'
import type { State } from '../kit/pages/tabs.ts'
import { type Cookie, type Visitor, settled, visit, visitorContext } from '../kit/pages/visit.ts'

export type Theme = 'light' | 'dark'

/** A document, as it is or in a state. */
export type Shot = { name: string; document: Document; state?: State | undefined }

export type Matrix = { widths: number[]; themes: Theme[] }

/** The browser and the site of the pictures, and the folder for them. */
export type Studio = { browser: Browser; url: string; member: Cookie[]; folder: string }

/** Heights of the window, in pixels: for elements that are `100vh` high. */
const HEIGHTS = { phone: 844, desktop: 900 }

/** The file of one picture; names never depend on time or order. */
export const fileOf = (name: string, locale: string, width: number, theme: Theme) => `${name}.${locale}.${width}.${theme}.png`

/** Writes the pictures of a shot. Returns their names, and the faults of the page. */
export async function take(studio: Studio, { name, document, state }: Shot, { widths, themes }: Matrix): Promise<{ files: string[]; problems: string[] }> {
  const files: string[] = []
  const problems: string[] = []
  for (const width of widths.filter((width) => width <= (state?.upTo ?? Infinity))) {
    const context = await visitorContext(studio.browser, visitorOf(document, state, studio.member))
    const page = await context.newPage()
    try {
      await page.setViewportSize({ width, height: width < 768 ? HEIGHTS.phone : HEIGHTS.desktop })
      await visit(page, studio.url, document)
      await state?.enter(page)
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        problems.push(...(await settled(page)).map((address) => `${name}: the picture ${address} cannot be shown`))
        const file = fileOf(name, document.locale, width, theme)
        await page.screenshot({ path: join(studio.folder, file), fullPage: true, animations: 'disabled', caret: 'hide' })
        files.push(file)
      }
    } catch (error) {
      problems.push(`${name} in ${document.locale} at ${width}: ${error instanceof Error ? error.message : error}`)
    } finally {
      await context.close()
    }
  }
  return { files, problems }
}

function visitorOf({ locale, access }: Document, state: State | undefined, member: Cookie[]): Visitor {
  const signedIn = access === 'guarded' || state?.as === 'member'
  return { locale, isNew: state?.as === 'newcomer', ...(signedIn ? { cookies: member } : {}) }
}
