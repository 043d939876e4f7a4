// The site as visitors see it: built from its sources into a folder of its own, and served by the
// real gateway with the embedded origin.

import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { codeIn, newestMail } from './mail.ts'
import type { Served } from './pages/visit.ts'
import { start } from './process.ts'
import { until } from './until.ts'

/** Portico's programs, and the site's folder. */
export type Sources = { folder: string; gateway: string; generator: string }

export type Site = Served & {
  builds: string
  stop(): Promise<void>
}

/** Copies of work that takes long: pictures in their sizes, and subsets of faces. */
const CACHES = ['var/images', 'var/fonts']

export async function startSite({ folder, gateway, generator }: Sources): Promise<Site> {
  const own = mkdtempSync(join(tmpdir(), 'portico-test-'))
  for (const cache of CACHES) if (existsSync(join(folder, cache))) cpSync(join(folder, cache), join(own, cache), { recursive: true, preserveTimestamps: true })
  const [builds, state] = [join(own, 'builds'), join(own, 'var')]
  for (const made of [builds, state]) mkdirSync(made, { recursive: true })
  const serving = start(gateway, ['serve', '--listen', '127.0.0.1:0', '--builds', builds, '--var', state, '--origin', 'embedded', '--predictable-captchas'])
  const stop = async () => {
    serving.child.kill('SIGTERM')
    await serving.ended
    rmSync(own, { recursive: true, force: true })
  }
  try {
    const [, url = ''] = await serving.until(/Listening at (http:\S+)/)
    const sources = ['content', 'locales', 'frontend'].flatMap((name) => [`--${name}`, join(folder, name)])
    const building = start(generator, ['build', ...sources, '--builds', builds, '--var', state, '--origin', url])
    if ((await building.ended) !== 0) throw new Error(`the site does not build:\n${building.output()}`)
    await until(async () => (await fetch(`${url}/readyz`)).ok)
    return { url, builds, mailedCode: (email) => codeIn(newestMail(join(state, 'outbox'), email)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
