// The bench site's pages as Portico and its peers make them of the same articles. The peers' files
// are compressed beforehand, as hard as it goes, and nginx serves them over TLS and HTTP/2.

import { spawn, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { makeCorpus } from '../bench-generator/corpus.mjs'
import { Astro } from '../bench-generator/sites/astro.mjs'
import { Next } from '../bench-generator/sites/next.mjs'
import { Portico } from '../bench-generator/sites/portico.mjs'
import { Vike } from '../bench-generator/sites/vike.mjs'
import { PROGRAM } from '../bench-gateway/nginx.mjs'
import { freePort, listening } from '../bench-gateway/servers.mjs'
import { makeCertificate, startSecureGateway } from './secure-gateway.mjs'

/** Enough for lists of several pages and for related articles. */
const ARTICLES = 200
const TEXT = '**/*.{html,css,js,mjs,json,txt,svg,xml}'

/**
 * Builds and serves each site: `{ label, url, pages: [{ name, locale, path }] }`. `stops` receives
 * functions that end the servers.
 */
export async function servePeers(folder, stops) {
  const corpus = makeCorpus(join(folder, 'corpus'), { articles: ARTICLES })
  const slug = corpus.slugs[ARTICLES / 2]
  const portico = new Portico('bench')
  const served = [await serveOwn(portico, folder, corpus, slug, stops)]
  for (const site of [new Next(), new Astro(), new Vike()]) served.push(await servePeer(site, folder, corpus, slug, stops))
  return served
}

async function serveOwn(site, folder, corpus, slug, stops) {
  site.install()
  site.prepare(join(folder, site.name), corpus)
  await site.clean()
  run({ argv: [site.command().argv[0], 'build', ...site.options()] })
  site.stop()
  const gateway = await startSecureGateway(site.folder)
  stops.push(gateway.stop)
  return { label: site.label, url: gateway.url, pages: pagesAt({ 'zh-CN': '', en: '/en' }, slug, '') }
}

async function servePeer(site, folder, corpus, slug, stops) {
  site.install()
  site.prepare(join(folder, site.name), corpus)
  run(site.command())
  compress(site.outputFolder())
  const port = await freePort()
  const nginx = join(folder, `${site.name}-nginx`)
  mkdirSync(nginx)
  writeFileSync(join(nginx, 'nginx.conf'), configuration(nginx, site.outputFolder(), port))
  const server = spawn(PROGRAM, ['-c', join(nginx, 'nginx.conf'), '-e', join(nginx, 'error.log')], { stdio: 'inherit' })
  stops.push(() => server.kill('SIGTERM'))
  await listening(port)
  return { label: site.label, url: `https://localhost:${port}`, pages: pagesAt({ 'zh-CN': '/zh-CN', en: '/en' }, slug, '/') }
}

/** Home, the first list and one article in each language; `end`: the end of an address. */
function pagesAt(prefixes, slug, end) {
  return Object.entries(prefixes).flatMap(([locale, prefix]) => [
    { name: 'home', locale, path: `${prefix}/` },
    { name: 'list', locale, path: `${prefix}/articles${end}` },
    { name: 'article', locale, path: `${prefix}/articles/${slug}${end}` },
  ])
}

function run({ argv: [program, ...parameters], cwd, env }) {
  const result = spawnSync(program, parameters, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  if (result.status !== 0) throw new Error(`\`${program} ${parameters[0]}\` ended with ${result.status}`)
}

function compress(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  for (const file of globSync(TEXT, { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path), { params }))
  }
}

function configuration(folder, root, port) {
  const { key, certificate } = makeCertificate(folder)
  return `load_module /usr/lib/nginx/modules/ngx_http_brotli_static_module.so;
daemon off;
pid ${folder}/pid;
user root;
worker_processes 1;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  charset utf-8;
  access_log off;
  brotli_static on;
  open_file_cache max=5000 inactive=1h;
  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  scgi_temp_path ${folder}/scgi;
  uwsgi_temp_path ${folder}/uwsgi;
  server {
    listen 127.0.0.1:${port} ssl http2;
    root ${root};
    location = /favicon.ico { return 204; }
    location / { try_files $uri $uri/index.html =404; }
  }
}
`
}
