// A WebDriver server for one session of one browser. The server is started here and named by its
// address, so that Selenium looks for no driver and downloads none.

import { Builder, type Capabilities, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../fixtures/nginx.ts'
import { start } from '../kit/process.ts'
import { until } from '../kit/until.ts'

export type Server = { program: string; options: (port: number) => string[]; environment?: Record<string, string> }

/** A session, and the end of it and of its server. */
export async function startSession(server: Server, capabilities: Capabilities): Promise<{ driver: WebDriver; close: () => Promise<void> }> {
  const port = await freePort()
  const running = start(server.program, server.options(port), server.environment)
  const stop = async () => {
    running.child.kill()
    await running.ended
  }
  try {
    await until(async () => running.child.exitCode !== null || (await isReady(port)))
    const driver = await new Builder().disableEnvironmentOverrides().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build()
    return {
      driver,
      close: () => driver.quit().finally(stop),
    }
  } catch (error) {
    await stop()
    throw new Error(`${server.program} started no browser:\n${running.output()}`, { cause: error })
  }
}

const isReady = (port: number) => fetch(`http://127.0.0.1:${port}/status`).then(({ ok }) => ok, () => false)
