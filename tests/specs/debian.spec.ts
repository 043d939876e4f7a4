// The package for Debian: its programs run, its services are accepted and hardened, and an upgrade
// hands over. `scripts/soak bare` installs it on a bare root.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { binaries, root, temporaryFolder } from '../fixtures/stack.ts'

const SERVICES = ['portico-gateway.service', 'portico-generator.service']

/** Highest exposure of a service, as `systemd-analyze security` measures it: 0 to 10. */
const EXPOSURE = 2

describe('the package for Debian', () => {
  const folder = temporaryFolder()
  const inside = join(folder, 'inside')
  let file: string
  const run = (program: string, ...options: string[]) => execFileSync(program, options, { encoding: 'utf8', stdio: 'pipe' })

  before(() => {
    const script = join(root, 'scripts/release-packages/debian.mjs')
    file = run(process.execPath, script, '--programs', binaries, '--out', folder, '--quick').trim()
    run('dpkg-deb', '--extract', file, inside)
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('has programs that run, and its version is theirs', () => {
    const version = run('dpkg-deb', '--field', file, 'Version').trim()
    for (const program of ['gateway', 'generator', 'origin']) {
      assert.match(run(join(inside, 'usr/bin', program), '--version'), new RegExp(`^${program} ${version.replaceAll('.', '\\.')}$`, 'm'))
    }
  })

  test('has files that only root may write', () => {
    const lines = run('dpkg-deb', '--contents', file).trim().split('\n')
    assert.ok(lines.length > 20)
    for (const line of lines) assert.match(line, /^(?:l|[d-]rw[x-]r-[x-]r-[x-]) *\S* ?root\/root |^l\S+ root\/root /, line)
  })

  test('has services that systemd accepts', () => {
    for (const service of SERVICES) {
      // This machine has not the package, but systemd's own units.
      const text = readFileSync(join(inside, 'usr/lib/systemd/system', service), 'utf8')
      const copy = join(folder, service)
      writeFileSync(copy, text.replaceAll('/usr/bin/', `${inside}/usr/bin/`))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', copy], { encoding: 'utf8' })
      assert.deepEqual([status, stderr.split('\n').filter((line) => line.includes(service))], [0, []], service)
    }
  })

  test('has services with few rights', () => {
    for (const service of SERVICES) {
      const unit = join(inside, 'usr/lib/systemd/system', service)
      const { status, stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', `--threshold=${EXPOSURE * 10}`, unit], { encoding: 'utf8' })
      assert.equal(status, 0, stdout)
    }
  })

  test('keeps what an administrator changes, and has a configuration that the gateway takes', () => {
    run('dpkg-deb', '--control', file, join(folder, 'control'))
    assert.equal(readFileSync(join(folder, 'control/conffiles'), 'utf8'), '/etc/portico/portico.toml\n')
    const given = readFileSync(join(inside, 'etc/portico/portico.toml'), 'utf8')
    const proposed = given.replaceAll(/^# (?=[a-z-]+ = )/gm, '').replaceAll('/var/lib/', `${folder}/`).replace(/"0\.0\.0\.0:443.*"\[::\]:443"/, '"127.0.0.1:0"').replace('0.0.0.0:80', '127.0.0.1:0')
    for (const [name, text] of Object.entries({ given: given.replaceAll('/var/lib/', `${folder}/`), proposed })) {
      const config = join(folder, `${name}.toml`)
      writeFileSync(config, text)
      const said = run(join(inside, 'usr/bin/gateway'), 'check-config', '--config', config, ...(name === 'given' ? ['--listen', '127.0.0.1:0'] : []))
      assert.match(said, new RegExp(`${name}\\.toml`))
      assert.equal(said.includes('letsencrypt'), name === 'proposed')
    }
  })

  test('hands a running gateway over when it is upgraded', () => {
    const unit = readFileSync(join(inside, 'usr/lib/systemd/system/portico-gateway.service'), 'utf8')
    assert.match(unit, /^ExecReload=\/bin\/kill -HUP \$MAINPID$/m)
    const script = join(folder, 'control/postinst')
    assert.match(readFileSync(script, 'utf8'), /systemctl kill --kill-who=main --signal=SIGUSR2 portico-gateway/)
    run('sh', '-n', script)
    run('sh', '-n', join(folder, 'control/prerm'))
  })
})
