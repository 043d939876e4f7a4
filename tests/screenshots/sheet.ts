// A contact sheet: all pictures of one language, width and theme on one picture.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'

/** How wide a picture is on a sheet, in pixels. */
const THUMBNAIL = 220
const COLUMNS = 10
/** Pixels of a page that are on the sheet; the rest is left out. */
const LONGEST = 900

/** Writes `sheet.<of>.png` beside the pictures. */
export async function writeSheet(browser: Browser, folder: string, of: string, files: string[]): Promise<string> {
  const name = `sheet.${of}`
  const page = await browser.newPage({ viewport: { width: COLUMNS * (THUMBNAIL + 16) + 16, height: 800 } })
  const html = join(folder, `${name}.html`)
  writeFileSync(html, sheet(name, files))
  await page.goto(pathToFileURL(html).href)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await page.close()
  return `${name}.png`
}

const sheet = (title: string, files: string[]) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${title}</title>
<style>
  body { margin: 16px; display: flex; flex-wrap: wrap; gap: 16px; align-items: start; background: #808080; font: 12px sans-serif; color: #fff }
  figure { margin: 0; width: ${THUMBNAIL}px }
  a { display: block; max-height: ${LONGEST}px; overflow: hidden }
  img { display: block; width: 100% }
  figcaption { padding: 4px 0 }
</style>
${files.map((file) => `<figure><figcaption>${file.split('.')[0]}</figcaption><a href="${file}"><img src="${file}" alt=""></a></figure>`).join('\n')}
</html>
`
