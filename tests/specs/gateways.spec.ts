// Several gateways before one PostgreSQL: a visitor does not notice which of them answers.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Member } from '../kit/member.ts'
import { type Stack, binaries, startStack } from '../fixtures/stack.ts'
import { eventually, until } from '../kit/until.ts'

describe('two gateways with one PostgreSQL', () => {
  const database = process.env['DATABASE_URL'] ?? ''
  const stacks: Stack[] = []
  let environment: Record<string, string>

  before(async () => {
    assert.ok(database, 'start this journey by scripts/with-postgres')
    const first = await startStack({ environment: { DATABASE_URL: database } })
    stacks.push(first)
    environment = { DATABASE_URL: database, PORTICO_ORIGIN_KEY_FILE: join(first.folder, 'var/origin.key') }
    stacks.push(await startStack({ environment }))
  })
  after(() => Promise.all(stacks.map((stack) => stack.stop())))

  test('a code asked for at one signs in at the other, and the session holds at both', async () => {
    const [one, two] = stacks as [Stack, Stack]
    const email = 'both@example.com'
    const member = new Member(one.url)
    await member.askForCode(email)
    const code = await eventually(() => one.mailedCode(email))
    const elsewhere = new Member(two.url)
    for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value)
    assert.equal((await elsewhere.login(email, code)).status, 200)
    member.cookies.set('token', elsewhere.cookies.get('token') ?? '')
    assert.deepEqual([await member.page('/product'), await elsewhere.page('/product')], [200, 200])
  })

  // Revocation shows within 5 s on every gateway.
  test('a session that an operator ends is over at both', async () => {
    const [one, two] = stacks as [Stack, Stack]
    const email = 'revoked@example.com'
    const member = new Member(one.url)
    await member.signIn(email, () => eventually(() => one.mailedCode(email)))
    const elsewhere = new Member(two.url)
    elsewhere.cookies.set('token', member.cookies.get('token') ?? '')
    assert.deepEqual([await member.page('/product'), await elsewhere.page('/product')], [200, 200])
    execFileSync(join(binaries, 'origin'), ['user', 'revoke', email], { env: { ...process.env, ...environment } })
    await until(async () => (await member.page('/product')) === 302 && (await elsewhere.page('/product')) === 302, 6)
  })
})
