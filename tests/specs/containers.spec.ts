// The files for containers: they fit the schemas of Kubernetes and of compose, and name options
// that are there. Images were not built: their base comes from a registry that tests do not reach.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { binaries, root } from '../fixtures/stack.ts'

const FOLDER = join(root, 'docs/operating/container')
const PYTHON = join(root, 'tests/.venv/bin')

const run = (program: string, ...options: string[]) => execFileSync(program, options, { encoding: 'utf8', stdio: 'pipe' })

describe('the files for containers', () => {
  test('are what Kubernetes and compose take', () => {
    run(join(PYTHON, 'kubernetes-validate'), '--strict', join(FOLDER, 'kubernetes.yaml'))
    run(join(PYTHON, 'check-jsonschema'), '--builtin-schema', 'vendor.compose-spec', join(FOLDER, 'compose.yaml'))
  })

  test('name options of the gateway', () => {
    const help = run(join(binaries, 'gateway'), 'serve', '--help-all')
    for (const file of ['Containerfile', 'compose.yaml', 'kubernetes.yaml']) {
      const named = readFileSync(join(FOLDER, file), 'utf8').match(/PORTICO_\w+|DATABASE_URL/g) ?? []
      assert.ok(named.length >= 3, file)
      for (const name of named) assert.match(help, new RegExp(`env:\\s+${name}[=\\]]`), `${file}: ${name}`)
    }
  })

  test('give a gateway the time to drain', () => {
    const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])
    const kubernetes = readFileSync(join(FOLDER, 'kubernetes.yaml'), 'utf8')
    const compose = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8')
    // Ten seconds are for open requests.
    assert.ok(seconds(kubernetes, /terminationGracePeriodSeconds: (\d+)/) >= 10 + seconds(kubernetes, /PORTICO_DRAIN, value: "(\d+)"/))
    assert.ok(seconds(compose, /stop_grace_period: (\d+)s/) >= 10 + seconds(compose, /PORTICO_DRAIN: "(\d+)"/))
  })
})
