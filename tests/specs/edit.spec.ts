// The experience of an editor: an edit is live, a mistake is explained and changes no page.

import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

const page = 'pages/about/en.md'

describe('an editor', () => {
  let stack: Stack
  before(async () => {
    stack = await startStack()
  })
  after(() => stack?.stop())

  const about = async () => (await fetch(`${stack.url}/en/about`)).text()
  const liveId = async () => ((await (await fetch(`${stack.url}/builds/latest.json`)).json()) as { id: string }).id

  test('finds no warning about the site as it is', () => {
    assert.doesNotMatch(stack.generator.output(), /warning/)
  })

  // R10.03
  test('sees an edit live without a restart, and only what shows it is rendered', async () => {
    const offset = stack.generator.output().length
    const verdict = await stack.edit(page, (text) => `${text}\nA sentence added by this journey.\n`)
    assert.match(verdict, /^published \S+: 1 page changed /)
    await until(async () => (await about()).includes('A sentence added by this journey.'))
    const told = stack.generator.output().slice(offset)
    const rendered = Number(told.match(/(\d+) of \d+ pages rendered/)?.[1])
    assert.ok(rendered >= 1 && rendered <= 2, told)
    assert.match(told, /^ {2}changed {2}https:\/\/\S+\/en\/about$/m)
  })

  // R10.06
  for (const [mistake, change, expected] of [
    ['an unknown field', (text: string) => text.replace(/^title:/m, 'tilte:'), /en\.md:\d+:\d+[\s\S]*unknown field `tilte`[\s\S]*title/],
    ['broken front matter', (text: string) => text.replace(/^title:.*$/m, 'title: "never closed'), /pages\/about\/en\.md:\d+/],
  ] as const) {
    test(`who makes ${mistake} is told where and what to do, and the site stays as it was`, async () => {
      const [before, id] = [await about(), await liveId()]
      let original = ''
      const offset = stack.generator.output().length
      const verdict = await stack.edit(page, (text) => {
        original = text
        return change(text)
      })
      assert.match(verdict, /^error: .*nothing was published/)
      assert.match(stack.generator.output().slice(offset), expected)
      assert.deepEqual([await about(), await liveId()], [before, id])
      await stack.edit(page, () => original)
    })
  }

  // R10.06
  test('who forgets a translation is told which', async () => {
    const [before, offset] = [await liveId(), stack.generator.output().length]
    const file = join(stack.content, 'industries/energy/en.md')
    const original = readFileSync(file, 'utf8')
    assert.match(await stack.after(() => rmSync(file)), /^error: .*nothing was published/)
    assert.match(stack.generator.output().slice(offset), /industries\/energy[\s\S]*`?en`?/)
    assert.equal(await liveId(), before)
    assert.match(await stack.after(() => writeFileSync(file, original)), /^unchanged/)
  })

  // R10.06: a page with data that its component cannot show.
  test('who breaks what a component expects is told the page, the route and the language', async () => {
    const [schema, data] = ['totals/_schema.json', 'totals/total.yaml']
    const originals = [schema, data].map((file) => readFileSync(join(stack.content, file), 'utf8'))
    const [, before] = (await stack.edit(schema, withoutRequired('years'))).match(/^published ([^:]+):/) ?? []
    await until(async () => (await liveId()) === before)
    const offset = stack.generator.output().length
    const verdict = await stack.edit(data, (text) => text.slice(0, text.indexOf('\nyears:') + 1))
    assert.match(verdict, /^error: 2 pages could not be rendered; nothing was published/)
    const [chinese = -1, english = -1] = [
      'cannot render `/total` (route `total`, locale `zh-CN`)',
      'cannot render `/en/total` (route `total`, locale `en`)',
    ].map((sentence) => stack.generator.output().indexOf(sentence, offset))
    assert.ok(offset <= chinese && chinese < english, stack.generator.output().slice(offset))
    assert.equal(await liveId(), before)
    for (const [place, file] of [data, schema].entries()) await stack.edit(file, () => originals[1 - place] as string)
  })

  // R10.06
  test('may hide entries to which public ones refer: their pages do without', async () => {
    const hidden = [['industries/semiconductors', 'draft: true'], ['people/lin-yining', 'draft: true'], ['companies/tinglan', 'access: guarded']] as const
    const offset = stack.generator.output().length
    const verdict = await stack.after(() => {
      for (const [entry, line] of hidden) {
        for (const language of ['zh-CN', 'en']) {
          const file = join(stack.content, entry, `${language}.md`)
          writeFileSync(file, readFileSync(file, 'utf8').replace('---\n', `---\n${line}\n`))
        }
      }
    })
    assert.match(verdict, /^published /, stack.generator.output().slice(offset))
    await until(async () => !(await (await fetch(`${stack.url}/en/about`)).text()).includes('Lin Yining'))
    const ledger = await (await fetch(`${stack.url}/en/enterprise/invested`)).text()
    assert.ok(ledger.includes('Chengjing Semiconductor') && !ledger.includes('Tinglan Medical'))
    for (const path of ['/en/enterprise/industry', '/en/enterprise/invested/chengjing', '/en/enterprise/cases', '/en/enterprise/cases/tinglan-after-the-sale'])
      assert.equal((await fetch(stack.url + path)).status, 200, path)
  })
})

/** Removes a name from the required ones of a schema. */
function withoutRequired(name: string) {
  return (text: string) => {
    const schema: { required: string[] } = JSON.parse(text)
    schema.required = schema.required.filter((required) => required !== name)
    return JSON.stringify(schema, null, 2)
  }
}
