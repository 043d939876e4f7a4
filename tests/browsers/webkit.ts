// WebKit in its own small browser, on the display of xvfb. Its driver reports no console: the page
// itself collects errors, from the moment on that its document is complete.

import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Capabilities, type WebDriver } from 'selenium-webdriver'
import { root } from '../fixtures/stack.ts'
import type { Browser } from './browsers.ts'
import { startSession } from './driver.ts'

const [MINI_BROWSER = 'MiniBrowser'] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')

/** Locales that `scripts/soak` makes: WebKit prefers the language of the one it runs in. */
const LOCALES = process.env['PORTICO_LOCALES'] ?? join(root, 'target/tools/locales')

/** The toolbar would keep a window from becoming as narrow as a phone. */
const NARROW_TOOLBAR = '* { min-width: 0; margin: 0; padding: 0; font-size: 1px }'

export const webkit: Browser = {
  name: 'WebKit',
  async open(locale) {
    const folder = mkdtempSync(join(tmpdir(), 'portico-webkit-'))
    mkdirSync(join(folder, 'gtk-3.0'))
    writeFileSync(join(folder, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR)
    const environment = { XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder, XDG_DATA_HOME: folder, LOCPATH: LOCALES, LANG: `${locale.replace('-', '_')}.UTF-8`, LC_ALL: '' }
    const server = { program: 'WebKitWebDriver', options: (port: number) => [`--port=${port}`], environment }
    const capabilities = new Capabilities()
      .setBrowserName('MiniBrowser')
      .set('webkitgtk:browserOptions', { binary: MINI_BROWSER, args: ['--automation'] })
    const { driver, close } = await startSession(server, capabilities)
    return {
      driver,
      close: async () => {
        await close()
        rmSync(folder, { recursive: true, force: true })
      },
      resize: async (width, height) => {
        await driver.manage().window().setRect({ width, height })
      },
      attend: () => collectProblems(driver),
      problems: () => driver.executeScript(() => (window as { problems?: string[] }).problems?.splice(0) ?? []),
    }
  },
}

const collectProblems = (driver: WebDriver): Promise<void> =>
  driver.executeScript(() => {
    const problems: string[] = []
    const { error } = console
    console.error = (...values) => {
      problems.push(`console: ${values.join(' ')}`)
      error(...values)
    }
    addEventListener('error', ({ message }) => problems.push(`exception: ${message}`))
    addEventListener('unhandledrejection', ({ reason }) => problems.push(`rejection: ${reason}`))
    Object.assign(window, { problems })
  })
