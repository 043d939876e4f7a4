// The origin, and the gateway in front of it, against their OpenAPI document: for every request, no
// 5xx and no answer that the document does not have.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type Stack, binaries, root, startOrigin, startStack, temporaryFolder } from '../fixtures/stack.ts'
import { type Running, start } from '../kit/process.ts'

/** Calls that invalidate the token with which they were made. */
const ending = ['logout', 'deleteAccount', 'endSession']

describe('the origin and its document', () => {
  const folder = temporaryFolder()
  let stack: Stack
  let origin: Running
  let url = ''

  before(async () => {
    const environment = { PORTICO_CLIENT_LIMITS: '1000' }
    stack = await startStack({ folder, environment })
    ;({ origin, url } = await startOrigin(folder, environment))
    // The index of the site's pages is being made.
    while ((await fetch(`${url}/api/search?q=a`)).status === 503) await setTimeout(50)
  })
  after(async () => {
    await stack?.stop()
    origin?.child.kill('SIGTERM')
    await origin?.ended
    rmSync(folder, { recursive: true, force: true })
  })

  const token = () => execFileSync(join(binaries, 'origin'), ['session', 'create', '--email', 'api@example.com', '--var', join(folder, 'var')], { encoding: 'utf8', env: withoutDatabase() }).trim()

  const check = async (address: string, ...options: string[]) => {
    const examples = process.env['PORTICO_API_EXAMPLES'] ?? (address === url ? '40' : '20')
    const schemathesis = start(join(root, 'tests/.venv/bin/st'), ['--config-file', join(root, 'tests/schemathesis.toml'), 'run', `${address}/api/openapi.json`, '--checks', 'all', '--max-examples', examples, '--seed', '1', '--generation-database', 'none', '--no-color', ...options])
    const code = await schemathesis.ended
    assert.equal(code, 0, schemathesis.output())
  }

  test('agree for guests', () => check(url))
  test('agree for members', () => check(url, '--header', `Authorization: Bearer ${token()}`, ...ending.flatMap((id) => ['--exclude-operation-id', id])))
  for (const id of ending) test(`agree when a session ends: ${id}`, () => check(url, '--header', `Authorization: Bearer ${token()}`, '--include-operation-id', id))

  test('agree behind the gateway, for a page of the site', () => check(stack.url, '--header', `Origin: ${stack.url}`))
  // A well-formed call is refused all the same: the page is another site's.
  test('agree behind the gateway, for a page of another site', () => check(stack.url, '--header', 'Origin: https://evil.example', '--exclude-checks', 'positive_data_acceptance,missing_required_header'))
})

function withoutDatabase(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...rest } = process.env
  return rest
}
