// The measured scenarios, and the share of nginx's cost that each may take.

import { h2load, handshakes, wrk } from './load.mjs'

/** Load on one server for some seconds; returns the number of requests. */
const plain = (name) => (server, { seconds }) => wrk(server.plain.url, server.file(name), seconds)

/** Processor time per request. */
export const loads = [
  { name: 'page', title: 'page, 5 KB brotli', budget: 0.9, load: plain('page') },
  { name: 'mix', title: 'mix of pages, payloads, assets, a fifth 304', budget: 0.9, load: plain('mix') },
  { name: 'not-modified', title: '304 alone', budget: 0.9, load: plain('not-modified') },
  {
    name: 'h2',
    title: 'HTTP/2 over TLS',
    budget: 0.8,
    isTls: true,
    load: (server, { seconds, paths, folder }) => h2load(server.tls.url, paths.shuffled, seconds, folder),
  },
  {
    name: 'handshake',
    title: 'full TLS handshake and a page',
    budget: 0.65,
    isTls: true,
    load: (server, { seconds, paths }) => handshakes(server.tls.address, paths.pages[0], seconds),
  },
  { name: 'connection', title: 'connection per request', budget: 1.05, load: plain('connection') },
  { name: 'proxy', title: 'proxying `/api`', budget: 1.05, load: plain('proxy') },
  { name: 'page-logged', title: 'page, with access log', budget: 0.9, isLogged: true, load: plain('page') },
  { name: 'mix-logged', title: 'mix, with access log', budget: 0.9, isLogged: true, load: plain('mix') },
]

export const names = [...loads.map(({ name }) => name), 'latency', 'idle', 'start', 'instructions']
