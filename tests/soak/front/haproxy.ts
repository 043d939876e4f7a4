// HAProxy in front of two gateways. It passes TLS on and names its clients by the PROXY protocol:
// clients see the certificates that the gateways renew, and the gateways count clients, not the
// proxy. It asks each gateway's `/readyz` at the address of its metrics. Challenges of the
// authority lead to the first gateway, which alone answers them.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Running, start } from '../../kit/process.ts'

const PROGRAM = '/usr/sbin/haproxy'

/** The ports of a gateway. */
export type Ports = { https: number; redirect: number; metrics: number }

/** Between two questions whether a gateway is ready, in milliseconds. */
const CHECK_EVERY = 500

/** As long as HAProxy takes to notice that a gateway came or went, in milliseconds. */
export const NOTICED = 3 * CHECK_EVERY

export function startHaproxy(folder: string, { https, http }: { https: number; http: number }, gateways: Ports[]): Running {
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration(https, http, gateways))
  return start(PROGRAM, ['-db', '-f', file])
}

const server = (port: number, metrics: number) => `  server at-${port} 127.0.0.1:${port} check port ${metrics}`

function configuration(https: number, http: number, gateways: Ports[]): string {
  const [first] = gateways
  if (first === undefined) throw new Error('there is no gateway')
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
  option httpchk GET /readyz
  default-server inter ${CHECK_EVERY}ms fall 1 rise 2 send-proxy-v2
frontend https
  bind 127.0.0.1:${https}
  tcp-request inspect-delay 5s
  tcp-request content accept if { req.ssl_hello_type 1 }
  use_backend challenges if { req.ssl_alpn acme-tls/1 }
  default_backend gateways
backend gateways
  balance roundrobin
${gateways.map((each) => server(each.https, each.metrics)).join('\n')}
backend challenges
${server(first.https, first.metrics)}
frontend http
  mode http
  bind 127.0.0.1:${http}
  use_backend http-challenges if { path_beg /.well-known/acme-challenge/ }
  default_backend redirects
backend http-challenges
  mode http
${server(first.redirect, first.metrics)}
backend redirects
  mode http
${gateways.map((each) => server(each.redirect, each.metrics)).join('\n')}
`
}
