// `portico run` of a new site: it follows every way of saving, shows untranslated words in the
// words of the code, reports why it ended, and leaves no process behind.

import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sessionOf } from '../fixtures/editor.ts'
import { newSite } from '../fixtures/new-site.ts'
import { commandOf, processTree, stillRunning } from '../fixtures/processes.ts'
import { binaries, type Sources, temporaryFolder } from '../fixtures/stack.ts'
import { type Running, start } from '../kit/process.ts'
import { eventually, until } from '../kit/until.ts'

const BUILT = /^built the frontend in /m

describe('a site of one’s own that runs', () => {
  const folder = temporaryFolder()
  let site: Sources
  let running: Running
  let url: string

  const runSite = (frontend: string, port = '0') =>
    start(
      join(frontend, 'node_modules/.bin/node'),
      [join(frontend, 'portico/bin/portico.mjs'), 'run', '--port', port],
      { PORTICO_BINARIES: binaries },
      frontend,
    )

  const pageAt = async (path: string) => (await fetch(url + path)).text()

  /** Resolves when the frontend is built after `action`. */
  const builtAfter = async (action: () => void) => {
    const offset = running.output().length
    action()
    await running.until(BUILT, offset)
  }

  before(async () => {
    site = newSite(join(folder, 'site'), '--name', 'Plain', '--languages', 'en,ja', '--plain')
    running = runSite(site.frontend)
    url = (await running.until(/^Listening at (\S+)/m))[1] as string
    await running.until(/^published/m)
  })
  after(async () => {
    running?.child.kill('SIGTERM')
    await running?.ended
    rmSync(folder, { recursive: true, force: true })
  })

  test('has a studio for its editors, which belongs to the product and not to the site', async () => {
    const token = await sessionOf({ folder: join(folder, 'site') }, 'ann@example.com', 'editor')
    const get = (path: string) => fetch(url + path, { headers: { cookie: `token=${token}` } })
    const page = await get('/studio')
    assert.equal(page.status, 200)
    const script = (await page.text()).match(/src="(\/studio\/assets\/[^"]+\.js)"/)?.[1]
    assert.equal((await get(script ?? '/studio/assets/none.js')).status, 200)
    const { data } = (await (await get('/api/studio/sets/live/page?path=/about')).json()) as { data: { html: string } }
    assert.match(data.html, /Plain/)
  })

  test('builds after every way of saving a source, again and again', { timeout: 180_000 }, async () => {
    const source = join(site.frontend, 'site/routes/about.tsx')
    const elsewhere = join(folder, 'about.tsx')
    const text = readFileSync(source, 'utf8')
    let edits = 0
    const edited = () => `${text}// Edit ${(edits += 1)}.\n`
    const ways: { [name: string]: () => void } = {
      'in place': () => appendFileSync(source, '// in place\n'),
      'by rename': () => {
        writeFileSync(`${source}.tmp`, edited())
        renameSync(`${source}.tmp`, source)
      },
      'in place after a rename': () => appendFileSync(source, '// in place\n'),
      anew: () => {
        rmSync(source)
        writeFileSync(source, edited())
      },
      'in place after it was made anew': () => appendFileSync(source, '// in place\n'),
      'by rename from another folder': () => {
        writeFileSync(elsewhere, edited())
        renameSync(elsewhere, source)
      },
      'in place after a rename from another folder': () => appendFileSync(source, '// in place\n'),
      'in a new folder': () => {
        mkdirSync(join(site.frontend, 'site/lib'))
        writeFileSync(join(site.frontend, 'site/lib/one.ts'), 'export const one = 1\n')
      },
      'in place in a new folder': () => writeFileSync(join(site.frontend, 'site/lib/one.ts'), 'export const one = 2\n'),
      'the configuration of vite': () => appendFileSync(join(site.frontend, 'vite.config.ts'), '// edited\n'),
      'the configuration of types': () => appendFileSync(join(site.frontend, 'tsconfig.json'), '\n'),
      'the package': () => appendFileSync(join(site.frontend, 'package.json'), '\n'),
      'a catalog': () => appendFileSync(join(site.locales, 'ja/site.po'), '\n'),
    }
    for (const [name, save] of Object.entries(ways)) {
      await builtAfter(save).catch((error: Error) => assert.fail(`${name}: ${error.message}`))
    }
  })

  test('shows a new word in the words of the code, in each language, and names it once', { timeout: 90_000 }, async () => {
    const navigation = join(site.frontend, 'site/labels/navigation.ts')
    const offset = running.output().length
    const words = readFileSync(navigation, 'utf8').replace(/(\{ id: 'about', label: msg`)[^`]*`/, '$1Exhibits & more`')
    assert.match(words, /Exhibits & more/)
    writeFileSync(navigation, words)
    const about = join(site.frontend, 'site/routes/about.tsx')
    const page = readFileSync(about, 'utf8').replace('<>', '<>\n      <Plural value={3} one="# hulk" other="# hulks" />')
    writeFileSync(about, `import { Plural } from '@lingui/react/macro'\n${page}`)
    await running.until(/2 new words are not in the catalogs: [^\n]*`Exhibits & more`[^\n]*`npm --prefix frontend run words`/, offset)
    for (const path of ['/about', '/ja/about']) {
      await until(async () => /Exhibits &amp; more[^]*3 hulks/.test(await pageAt(path)))
    }
    assert.equal(running.output().slice(offset).match(/Exhibits & more/g)?.length, 1)
    assert.doesNotMatch(running.output(), /Uncompiled/)
  })

  test('reports wrong types without stopping', { timeout: 60_000 }, async () => {
    const offset = running.output().length
    appendFileSync(join(site.frontend, 'site/routes/home.tsx'), "export const wrong: number = 'one'\n")
    await running.until(/site\/routes\/home\.tsx.*TS2322/, offset)
    await running.until(BUILT, offset)
  })

  test('reports that its port is taken, and the remedy, before it builds', { timeout: 30_000 }, async () => {
    const other = createServer()
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    const { port } = other.address() as { port: number }
    const second = runSite(site.frontend, String(port))
    assert.equal(await second.ended, 1)
    assert.match(second.output(), new RegExp(`^error: cannot listen on 127\\.0\\.0\\.1:${port}: .*--port`, 'm'))
    assert.doesNotMatch(second.output(), /building/)
    other.close()
  })

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
    test(`leaves no process behind when ${signal} stops it while it builds`, { timeout: 90_000 }, async () => {
      const copy = join(folder, signal)
      cpSync(join(site.frontend, '..'), copy, { recursive: true, verbatimSymlinks: true })
      const other = runSite(join(copy, 'frontend'))
      await other.until(/^published|^unchanged/m)
      appendFileSync(join(copy, 'frontend/site/routes/about.tsx'), '// edited\n')
      const tree = await eventually(() => {
        const processes = processTree(other.child.pid as number)
        assert.ok(processes.some((each) => commandOf(each).includes('build/build.mjs')), 'it builds')
        return processes
      }, 20)
      assert.ok(tree.length > 4, tree.map(commandOf).join('\n'))
      other.child.kill(signal)
      await other.ended
      const left = () => assert.deepEqual(stillRunning(tree).map(commandOf), [])
      // By SIGKILL it ends before the others do.
      if (signal === 'SIGKILL') await eventually(left, 5)
      else left()
    })
  }
})
