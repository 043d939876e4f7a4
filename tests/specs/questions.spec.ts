// The quality of the sample site's own search for visitors' questions (R2.12).

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Stack, binaries, root, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { until } from '../kit/until.ts'

const FOUND_PERCENT = 92
const REFUSED_OF_TEN = 9
/** Most questions of a hundred that have an answer and are taken for others. */
const REFUSED_PERCENT = 10

describe('questions of visitors', () => {
  const folder = temporaryFolder()
  let stack: Stack

  before(async () => {
    stack = await startStack({ folder })
  })
  after(async () => {
    await stack?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const locale of ['zh-CN', 'en']) {
    test(`that the site suggests are answered in a few whole sentences, in ${locale} (R2.12)`, async () => {
      const text = readFileSync(join(root, `content/pages/chat/${locale}.md`), 'utf8')
      const questions = [...text.matchAll(/- title: (.*[?？])$/gm)].map(([, question]) => question ?? '')
      assert.ok(questions.length >= 5)
      for (const question of questions) {
        const quotes = (await cited(locale, question)).flatMap(({ quotes }) => quotes.map((quote) => quote.text))
        const said = quotes.join('\n')
        assert.ok(quotes.length > 0 && quotes.length <= 3 && said.length <= 700, `${question}\n${said}`)
        for (const line of said.split('\n')) assert.ok(line.length >= 12, `${question}: ${line}`)
      }
    })
  }

  test('that no page answers get no quotation (R2.12)', async () => {
    for (const question of ['What is the weather in Paris?', 'Do you have an office in London?']) {
      for (const { quotes } of await cited('en', question)) assert.deepEqual(quotes, [], question)
    }
  })

  /** The pages that the assistant names, with their quotations. */
  async function cited(language: string, question: string): Promise<{ quotes: { text: string }[] }[]> {
    const ask = () =>
      fetch(`${stack.url}/api/chat`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: stack.url, language },
        body: JSON.stringify({ messages: [{ role: 'user', content: question }] }),
      })
    await until(async () => (await fetch(`${stack.url}/api/search?q=2011`)).ok)
    const events = await (await ask()).text()
    return JSON.parse(events.match(/^event: citations\ndata: (.*)$/m)?.[1] ?? 'null')
  }

  test('are answered by a page among the first three, and refused where the site has no answer (R2.12)', () => {
    const places = ['--builds', stack.builds, '--var', join(folder, 'index')]
    const questions = join(root, 'tests/search/questions.yaml')
    const figures = execFileSync(join(binaries, 'origin'), ['search', '--questions', questions, ...places], { encoding: 'utf8' })
    for (const group of ['all', 'zh-CN', 'en']) {
      const line = figures.match(new RegExp(`^${group}: (\\d+) of (\\d+) .* (\\d+) refused; (\\d+) of (\\d+) without`, 'm'))
      assert.ok(line, figures)
      const [found, answered, refused, rightly, unanswered] = line.slice(1).map(Number) as [number, number, number, number, number]
      assert.ok(found * 100 >= answered * FOUND_PERCENT, figures)
      if (group !== 'all') continue
      assert.ok(answered >= 70 && unanswered >= 10, 'there are questions enough')
      assert.ok(rightly * 10 >= unanswered * REFUSED_OF_TEN, figures)
      assert.ok(refused * 100 <= answered * REFUSED_PERCENT, figures)
    }
  })
})
