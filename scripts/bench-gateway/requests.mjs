// The requests, byte by byte as a browser writes them.

import { writeFileSync } from 'node:fs'
import { Agent as PlainAgent, get as getPlain } from 'node:http'
import { Agent as TlsAgent, get as getTls } from 'node:https'
import { randomNumbers } from '../bench-shared/random.mjs'

const HOST = 'bench.example'
/** Number of requests: large enough that no server's or client's cache helps. */
const COUNT = 20_000
/** Shares of the mix. */
const MIX = { pages: 0.45, payloads: 0.25, assets: 0.1, unchanged: 0.2 }

/** Ten headers, as Chromium sends them with a navigation. */
export const HEADERS = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'Accept-Encoding': 'gzip, deflate, br, zstd',
  'Accept-Language': 'zh-CN,zh;q=0.9,en;q=0.8',
  Cookie: 'i18n_redirected=zh-CN; uuid=6f9619ff-8b86-d011-b42d-00c04fc964ff',
  'Sec-Fetch-Dest': 'document',
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'none',
  'Upgrade-Insecure-Requests': '1',
}

/** A request for a path, with additional headers. */
export function request(path, more = {}) {
  const lines = Object.entries({ Host: HOST, ...HEADERS, ...more }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** The sets of requests, for a server with known ETags. */
export function requestSets(paths, etags, random = randomNumbers(1)) {
  const one = (list) => list[Math.floor(random() * list.length)]
  const unchanged = () => {
    const path = one(paths.pages)
    return request(path, { 'If-None-Match': etags.get(path) })
  }
  const mixed = () => {
    const at = random()
    if (at < MIX.pages) return request(one(paths.pages))
    if (at < MIX.pages + MIX.payloads) return request(one(paths.payloads))
    if (at < MIX.pages + MIX.payloads + MIX.assets) return request(one(paths.assets))
    return unchanged()
  }
  const many = (make) => Array.from({ length: COUNT }, make)
  return {
    page: many(() => request(one(paths.pages))),
    mix: many(mixed),
    'not-modified': many(unchanged),
    connection: many(() => request(one(paths.pages), { Connection: 'close' })),
    proxy: [request('/api/bench')],
  }
}

/** Each set as a file that wrk's script and h2load read. */
export function writeSet(file, requests) {
  writeFileSync(file, requests.join('\0'))
}

/** The ETag that a server has for each path, as it answers with brotli. */
export async function etagsOf(url, paths) {
  const etags = new Map()
  for (const path of paths) etags.set(path, (await ask(url, path)).headers.etag)
  return etags
}

const plainAgent = new PlainAgent({ keepAlive: true })
const tlsAgent = new TlsAgent({ keepAlive: true, rejectUnauthorized: false })

/** One request over a connection that is kept. */
export function ask(url, path, more = {}) {
  const isTls = url.startsWith('https:')
  const [get, agent] = isTls ? [getTls, tlsAgent] : [getPlain, plainAgent]
  return new Promise((done, failed) => {
    const sent = get(`${url}${path}`, { agent, headers: { Host: HOST, ...HEADERS, ...more } }, (answer) => {
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('end', () => done({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) }))
    })
    sent.on('error', failed)
  })
}
