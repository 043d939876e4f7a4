// Keeps a new site of the present version and its builds, for the tests of all later ones.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { newSite } from '../fixtures/new-site.ts'
import { binaries, generatorOptions, root, run, temporaryFolder } from '../fixtures/stack.ts'

const { version } = JSON.parse(readFileSync(join(root, 'frontend/portico/package.json'), 'utf8'))
const kept = join(import.meta.dirname, version)
if (existsSync(kept)) throw new Error(`${kept} is there, and is not made anew`)

const folder = temporaryFolder()
const site = join(folder, 'site')
const options = ['--name', 'Port Museum', '--url', 'https://www.museum.example', '--languages', 'en,zh-CN', '--parts', 'news,members']
const sources = newSite(site, ...options)
const build = run('generator', ['build', ...generatorOptions(folder, sources.content, 'embedded', sources)])
if ((await build.ended) !== 0) throw new Error(build.output())

// As it was laid down: without packages, builds of the frontend, or a lock file.
const untouched = join(folder, 'untouched')
execFileSync(join(binaries, 'generator'), ['new', untouched, ...options])
mkdirSync(kept)
pack(untouched, 'site.tar.gz')
// Room that a generator reserves on its disk, and its lock.
rmSync(join(folder, 'builds/.reserve'), { force: true })
rmSync(join(folder, 'builds/.lock'), { force: true })
pack(join(folder, 'builds'), 'builds.tar.gz')
rmSync(folder, { recursive: true })

function pack(source: string, name: string) {
  execFileSync('tar', ['--sort=name', '--owner=0', '--group=0', '-I', 'gzip -n -9', '-cf', join(kept, name), '-C', source, '.'])
}
