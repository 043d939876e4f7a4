// Packs the programs as a package of Debian, with the services of systemd.
//
//   node debian.mjs --programs FOLDER --out FOLDER [--platform NAME] [--quick]
//
// `--programs`: the folder of gateway, generator and origin, without debug information.
// `--quick`: compresses nothing, for tests.
//
// An upgrade of the package hands a running gateway over to the new program.

import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { layPrograms, PROGRAMS, productVersion } from './packages.mjs'
import { targetOf } from './targets.mjs'

const ROOT = join(import.meta.dirname, '../..')

/** Names that Debian has for processors. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }

const SERVICES = ['portico-gateway.service', 'portico-generator.service']

const CONTROL = (version, architecture) => `Package: portico
Version: ${version}
Architecture: ${architecture}
Maintainer: Portico's developers <portico@localhost>
Depends: libc6 (>= 2.17), passwd
Recommends: ca-certificates, systemd
Section: web
Priority: optional
Description: prerenders a company's site and serves it
 A generator that prerenders a site of several languages, a gateway that
 serves it with TLS, and an origin for accounts, messages and search.
`

/** After the files are there. */
const POSTINST = `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
getent passwd portico >/dev/null ||
  useradd --system --user-group --home-dir /var/lib/portico --no-create-home --shell /usr/sbin/nologin portico
install -d -m 0750 -o portico -g portico /var/lib/portico
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # Hands over to the new program, without a lost request.
  if systemctl --quiet is-active portico-gateway; then systemctl kill --kill-who=main --signal=SIGUSR2 portico-gateway; fi
  systemctl try-restart portico-generator
fi
`

/** Before the files go. Data and user stay, as an administrator's decision. */
const PRERM = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl --quiet disable --now ${SERVICES.join(' ')}
fi
`

const { values } = parseArgs({
  options: {
    programs: { type: 'string' },
    out: { type: 'string' },
    platform: { type: 'string', default: 'linux-x64' },
    quick: { type: 'boolean', default: false },
  },
})
const target = targetOf(values.platform)
const version = productVersion()
const architecture = ARCHITECTURES[target.cpu]
const laid = mkdtempSync(join(tmpdir(), 'portico-debian-'))
try {
  lay()
  mkdirSync(values.out, { recursive: true })
  const file = join(resolve(values.out), `portico_${version}_${architecture}.deb`)
  const compression = values.quick ? ['-Znone'] : ['-Zxz']
  // Same files, same bytes.
  const env = { ...process.env, SOURCE_DATE_EPOCH: '0' }
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', laid, file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  process.stdout.write(`${file}\n`)
} finally {
  rmSync(laid, { recursive: true, force: true })
}

function lay() {
  // Folders of a temporary folder are closed to others.
  chmodSync(laid, 0o755)
  layPrograms(join(laid, 'usr/lib/portico'), PROGRAMS, {
    target,
    programs: resolve(values.programs),
    studio: join(ROOT, 'frontend/studio/dist'),
  })
  mkdirSync(join(laid, 'usr/bin'))
  for (const name of PROGRAMS) symlinkSync(`../lib/portico/bin/${name}`, join(laid, 'usr/bin', name))
  const operating = join(ROOT, 'docs/operating')
  for (const service of SERVICES) copy(join(operating, 'systemd', service), join('usr/lib/systemd/system', service))
  copy(join(operating, 'systemd/portico.toml'), 'etc/portico/portico.toml')
  for (const page of ['operating', 'reference/configuration']) copy(join(ROOT, `docs/${page}.md`), `usr/share/doc/portico/${basename(page)}.md`)
  cpSync(operating, join(laid, 'usr/share/doc/portico/operating'), { recursive: true })
  const control = {
    control: CONTROL(version, architecture),
    conffiles: '/etc/portico/portico.toml\n',
    postinst: POSTINST,
    prerm: PRERM,
  }
  mkdirSync(join(laid, 'DEBIAN'))
  for (const [name, text] of Object.entries(control)) {
    writeFileSync(join(laid, 'DEBIAN', name), text, { mode: name.startsWith('p') ? 0o755 : 0o644 })
  }
}

function copy(from, to) {
  mkdirSync(dirname(join(laid, to)), { recursive: true })
  copyFileSync(from, join(laid, to))
}
