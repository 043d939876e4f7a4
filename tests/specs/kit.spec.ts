// The checks that a site runs on its own pages, with `portico test`: they name each fault with its
// page, and pass where there is none.

import assert from 'node:assert/strict'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { newSite, spawnPortico } from '../fixtures/new-site.ts'
import { root, temporaryFolder } from '../fixtures/stack.ts'

/** A page with one fault for each check, besides those of the guard. */
const FAULTY = `
import { useEffect } from 'react'
import { Html } from '@portico/app/ui'
import { usePage } from '@portico/app/page'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'
import styles from './about.module.css'

export default function Page() {
  const { data } = usePage<PageData<'about'>>()
  useEffect(() => console.error('an error of this page'), [])
  return (
    <>
      <PageHead title={data.page.title} lead={data.page.lead} />
      <Prose><Html field="page.body" /></Prose>
      <h4>Four</h4>
      <p className={styles.faulty}>pale</p>
      <a href="/no/such/page">Lost</a>
      <a href="#no-such-part">Lower</a>
      <p>MEMBERS_TEXT</p>
    </>
  )
}
`

describe('a site’s own tests', () => {
  const folder = temporaryFolder()
  const site = join(folder, 'site')
  const frontend = join(site, 'frontend')
  const report = () => readFileSync(join(site, 'var/test-report.md'), 'utf8')
  const replace = (file: string, change: (text: string) => string) => {
    const path = join(site, file)
    const before = readFileSync(path, 'utf8')
    writeFileSync(path, change(before))
    return () => writeFileSync(path, before)
  }

  before(() => {
    newSite(site, '--name', 'Port Museum', '--url', 'https://www.museum.example', '--languages', 'en')
    symlinkSync(join(root, 'tests/node_modules'), join(site, 'tests/kit/node_modules'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('name each fault with its page, and fail by it', { timeout: 240_000 }, () => {
    const secret = readFileSync(join(site, 'content/pages/members/en.md'), 'utf8').match(/^lead: (.+)$/m)?.[1] ?? ''
    assert.ok(secret.length > 20, secret)
    writeFileSync(join(frontend, 'site/routes/about.module.css'), '.faulty { width: 700px; color: #bbb; }\n')
    const restore = [
      replace('frontend/site/routes/about.tsx', () => FAULTY.replace('MEMBERS_TEXT', secret)),
      replace('tests/pages.json', (text) => text.replace(/"scripts": \d+/, '"scripts": 9000')),
    ]
    const { status, stdout, stderr } = spawnPortico(frontend, 'test')
    for (const undo of restore) undo()
    assert.equal(status, 1, stdout + stderr)
    for (const fault of [
      /failed {4}pages load and react {2,}\d+ pages\n {12}\/about: load: console: an error of this page\n/,
      /\/about: color-contrast: .*\.[\w-]+ .*contrast/,
      /\/about: headings: h4 “Four” follows h[12]/,
      /\/about at 390 px: <p\.\S+> “pale” sticks out by|\/about at 390 px: .* sticks out by \d+ px/,
      /\/about: links: “Lost” leads to `\/no\/such\/page`, which answers 404/,
      /\/about: links: “Lower” leads to `#no-such-part`, but that page has no part called `no-such-part`/,
      /\/about: sizes: scripts of \d+ bytes, budget 9000/,
      /failed {4}markup is valid {2,}\d+ documents\n {12}\/about: line \d+: /,
      /\/about: guard: it has “.+” of \/members, which is for members/,
    ])
      assert.match(stdout, fault)
    assert.match(report(), /\| failed \| links lead somewhere \| \d+ links \|/)
    assert.match(report(), /- `` \/about: links: “Lost” leads to `\/no\/such\/page`/)
  })

  test('pass a new site, having looked at each page', { timeout: 240_000 }, () => {
    const { status, stdout, stderr } = spawnPortico(frontend, 'test')
    assert.equal(status, 0, stdout + stderr)
    const checked = ['pages load and react', 'pages are accessible', 'pages fit', 'links lead somewhere', 'sizes', 'markup is valid', 'guarded pages']
    assert.deepEqual([...report().matchAll(/^\| ok \| (.+?) \|/gm)].map(([, check]) => check), checked)
    assert.match(report(), /guarded pages \| 1 page /)
  })
})
