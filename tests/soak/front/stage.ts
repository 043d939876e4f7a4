// All processes of the soak: PostgreSQL, which `scripts/with-postgres` started, a mail server, an
// authority, the origin, two gateways that read one folder of builds, HAProxy, and a generator that
// watches the content.
//
// The first gateway orders the certificate by ACME, and the second reads it from the first one's
// file: only one gateway may answer the challenges for a name.

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Authority, startAuthority } from '../../fixtures/authority.ts'
import { freePort } from '../../fixtures/nginx.ts'
import { generatorOptions, root, run } from '../../fixtures/stack.ts'
import type { Running } from '../../kit/process.ts'
import { until } from '../../kit/until.ts'
import { type Ports, startHaproxy } from './haproxy.ts'
import { MailServer } from './mail.ts'

/** A file that slow clients read: as large as `static/` permits. */
export const LARGE = '/large.pdf'
const LARGE_BYTES = 4_000_000

export const HOST = 'www.portico.test'

/** Seconds that a certificate lives. It is renewed after two thirds of them. */
const LIFE = 240

/** Seconds that a gateway serves after SIGTERM, for HAProxy to take it out. */
const DRAIN = 3

/** Ends what still runs, however the soak ends. */
const running = new Set<Running>()
process.on('exit', () => {
  for (const { child } of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

function keep(program: Running): Running {
  running.add(program)
  void program.ended.then(() => running.delete(program))
  return program
}

export class Gateway {
  readonly name: string
  readonly ports: Ports
  private readonly options: string[]
  running: Running

  constructor(name: string, ports: Ports, options: string[]) {
    this.name = name
    this.ports = ports
    this.options = options
    this.running = keep(run('gateway', options))
  }

  startAgain(): Promise<void> {
    this.running = keep(run('gateway', this.options))
    return this.isReady()
  }

  isReady(): Promise<void> {
    return until(
      async () => (await fetch(`http://127.0.0.1:${this.ports.metrics}/readyz`).catch(() => undefined))?.status === 200,
      60,
    )
  }
}

export type Stage = {
  folder: string
  content: string
  builds: string
  port: number
  /** The root of the site's certificates. */
  ca: string
  mail: MailServer
  origin: Running
  gateways: [Gateway, Gateway]
  haproxy: Running
  generator: Running
  authority: Authority
  /** Stops or starts PostgreSQL. */
  postgres(verb: 'stop' | 'start'): void
  database: Record<string, string>
  stop(): Promise<void>
}

export async function startStage(folder: string): Promise<Stage> {
  const database = { DATABASE_URL: wanted('DATABASE_URL') }
  const [control = '', ...words] = wanted('PG_CTL').split(' ')
  const content = join(folder, 'content')
  cpSync(join(root, 'content'), content, { recursive: true })
  writeFileSync(join(content, 'static', LARGE), Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(LARGE_BYTES)]))
  for (const name of ['builds', 'authority', 'first', 'second', 'haproxy']) mkdirSync(join(folder, name))
  const builds = join(folder, 'builds')
  const retention = ['--sidecars', 'never', '--keep', '20', '--grace', '60']
  const generator = keep(run('generator', ['watch', ...generatorOptions(folder, content, 'embedded'), ...retention]))
  const [verdict] = await generator.until(/^(published|error: ).*$/m)
  if (verdict.startsWith('error')) throw new Error(generator.output())

  const [https, http] = [await freePort(), await freePort()]
  const authority = await startAuthority({ folder: join(folder, 'authority'), http, tls: https, life: LIFE })
  authority.running.forEach(keep)
  const mail = await MailServer.start()
  const site = ['--builds', builds, '--public-origin', `https://${HOST}`]
  const originOptions = [
    'serve',
    '--listen',
    '127.0.0.1:0',
    '--builds',
    builds,
    '--var',
    join(folder, 'origin'),
    '--client-limits',
    '1000',
    '--mail-from',
    `no-reply@${HOST}`,
  ]
  const origin = keep(run('origin', originOptions, { ...database, SMTP_URL: `smtp://127.0.0.1:${mail.port}` }))
  const [, url = ''] = await origin.until(/Listening at (http:\S+)/)

  const ports = async () => ({ https: await freePort(), redirect: await freePort(), metrics: await freePort() })
  const [one, other] = [await ports(), await ports()]
  const options = (name: string, { https, redirect, metrics }: Ports) => [
    ...['serve', ...site, '--origin', url, '--var', join(folder, name), '--drain', String(DRAIN)],
    ...['--listen', `127.0.0.1:${https}`, '--http-redirect', `127.0.0.1:${redirect}`, '--metrics-listen', `127.0.0.1:${metrics}`],
    ...['--trusted-proxy', '127.0.0.1/32', '--proxy-protocol'],
  ]
  const haproxy = keep(startHaproxy(join(folder, 'haproxy'), { https, http }, [one, other]))
  const first = new Gateway('first gateway', one, [
    ...options('first', one),
    '--acme',
    authority.directory,
    '--acme-ca',
    authority.certificate,
  ])
  const pair = join(folder, 'first/acme', new URL(authority.directory).host.replace(':', '_'), 'certificate.pem')
  const comes = until(async () => existsSync(pair), 90)
  await comes.catch(() => {
    throw new Error(`no certificate came:\n${first.running.output()}`)
  })
  const second = new Gateway('second gateway', other, [...options('second', other), '--tls-cert', pair, '--tls-key', pair])
  await Promise.all([first.isReady(), second.isReady()])

  return {
    ...{
      folder,
      content,
      builds,
      port: https,
      ca: await authority.root(),
      mail,
      origin,
      gateways: [first, second],
      haproxy,
      generator,
      authority,
      database,
    },
    postgres: (verb) =>
      void execFileSync(control, [...words, verb, ...(verb === 'stop' ? ['-m', 'fast'] : [])], { cwd: '/', stdio: 'ignore' }),
    async stop() {
      const all = [generator, haproxy, first.running, second.running, origin, ...authority.running]
      for (const { child } of all) child.kill('SIGTERM')
      await Promise.all(all.map(({ ended }) => ended))
      await mail.stop()
    },
  }
}

function wanted(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is missing; start this by scripts/soak front`)
  return value
}
