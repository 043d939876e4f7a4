// Debian's Firefox without a window. BiDi, the newer half of WebDriver, reports the console and
// sets the size of a page.

import { join } from 'node:path'
import { Capabilities } from 'selenium-webdriver'
import browsingContext from 'selenium-webdriver/bidi/browsingContext.js'
import logInspector from 'selenium-webdriver/bidi/logInspector.js'
import { root } from '../fixtures/stack.ts'
import type { Browser } from './browsers.ts'
import { startSession } from './driver.ts'

const GECKODRIVER = process.env['PORTICO_GECKODRIVER'] ?? join(root, 'target/tools/bin/geckodriver')

export const firefox: Browser = {
  name: 'Firefox',
  async open(locale) {
    const server = { program: GECKODRIVER, options: (port: number) => ['--port', `${port}`] }
    const { driver, close } = await startSession(server, capabilitiesFor(locale))
    const problems: string[] = []
    const inspector = await logInspector(driver)
    await inspector.onJavascriptException(({ text }) => problems.push(`exception: ${text}`))
    await inspector.onConsoleEntry(({ level, text }) => level === 'error' && problems.push(`console: ${text}`))
    const page = await browsingContext(driver, { browsingContextId: await driver.getWindowHandle() })
    return {
      driver,
      close,
      resize: (width, height) => page.setViewport(width, height),
      attend: async () => {},
      problems: async () => problems.splice(0),
    }
  },
}

function capabilitiesFor(locale: string): Capabilities {
  const options = { binary: '/usr/bin/firefox-esr', args: ['-headless'], prefs: { 'intl.accept_languages': locale } }
  return new Capabilities().setBrowserName('firefox').set('moz:firefoxOptions', options).set('webSocketUrl', true)
}
