import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorPath, readDocument, shardOf } from '#/dev/builds.ts'

const golden = new URL('../../../../contract/tests/golden/', import.meta.url)
let builds: string

beforeEach(async () => {
  builds = await mkdtemp(join(tmpdir(), 'portico-builds-'))
})
afterEach(() => rm(builds, { recursive: true }))

describe('reading a build in development', () => {
  it('chooses shards as the contract does: by the first bits of BLAKE3', () => {
    // BLAKE3 of empty input begins with af1349b9.
    expect(shardOf('', 0)).toBe(0)
    expect(shardOf('', 4)).toBe(0xa)
    expect(shardOf('', 8)).toBe(0xaf)
    expect(shardOf('', 32)).toBe(0xaf1349b9)
  })

  it('follows latest, index, shard and holder to the payload, and takes site and head from the document', async () => {
    const state = JSON.parse(await readFile(new URL('inline-state.json', golden), 'utf8'))
    const path: string = state.path
    const index = JSON.parse(await readFile(new URL('index.json', golden), 'utf8'))
    const [holder] = index.holders
    await mkdir(join(builds, 'index'))
    await mkdir(join(builds, 'shards'))
    await mkdir(join(builds, holder, path), { recursive: true })
    await cp(new URL('latest.json', golden), join(builds, 'latest.json'))
    await writeFile(join(builds, 'index', `${index.id}.json`), JSON.stringify(index))
    const file = { kind: 'file', build: holder }
    const shard = JSON.stringify({ [path]: file, [`${path}/_payload.json`]: file, '/gone': { kind: 'gone' } })
    for (const hash of index.shards) await writeFile(join(builds, 'shards', `${hash}.json`), shard)
    const block = `<script type="application/json" id="portico-state">${JSON.stringify(state)}</script>`
    const own = '<meta charset="utf-8">\n<script data-styles="/fonts.css">inline()</script>'
    // As the generator's template escapes addresses.
    const built = own
      .replace('/fonts.css">', '/fonts.css /assets/a.css " data-modules="/assets/c.js /assets/b.js ">')
      .concat('<style>a{b:c}</style>\n<noscript>\n<link rel="stylesheet" href="/fonts.css">\n</noscript>\n')
      .concat('<link rel="stylesheet" href="/assets/a.css">\n')
    await writeFile(join(builds, holder, path, 'index.html'), `<!doctype html><head>${built}</head>${block}`)
    await cp(new URL('payload-file.json', golden), join(builds, holder, path, '_payload.json'))

    const read = await readDocument(builds, path)
    expect(read?.head).toBe(own)
    expect(read?.state.site).toEqual(state.site)
    expect(read?.state.payload.data).toMatchObject({ entry: { body: '<p>Text</p>' } })
    expect(await readDocument(builds, '/gone')).toBeUndefined()
    expect(await readDocument(builds, '/nowhere')).toBeUndefined()
    expect(await errorPath(builds, 'en', 404)).toBe('/en/404')
  })
})
