// The gateway with a self-signed certificate, for a browser that is configured to accept it.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { gatewayOptions, run } from '../../tests/fixtures/stack.ts'

/** Serves the builds below `folder` over TLS; returns its address and a function that ends it. */
export async function startSecureGateway(folder) {
  const { key, certificate } = makeCertificate(folder)
  const gateway = run('gateway', [...gatewayOptions(folder), '--tls-cert', certificate, '--tls-key', key])
  const [, url] = await gateway.until(/Listening at (https:\S+)/)
  return { url: url.replace(/\/$/, ''), stop: () => gateway.child.kill('SIGTERM') }
}

/** Makes a certificate for this machine in `folder`; returns the paths of its two files. */
export function makeCertificate(folder) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  return { key, certificate }
}
