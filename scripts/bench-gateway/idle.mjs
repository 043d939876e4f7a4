// The cost of a connection that sent one request and waits.

import { connect } from 'node:net'
import { memory } from './process.mjs'
import { request } from './requests.mjs'

/** Connections opened at the same time. */
const AT_ONCE = 100
/**
 * Longer than the gateway needs to see that no further request comes, and an allocator to become
 * idle.
 */
const REST_MS = 3000

/** Bytes of memory per idle connection. */
export async function idleBytes(child, port, path, connections) {
  const pid = child.pid
  const first = await open(port, path, AT_ONCE)
  const before = memory(pid).now
  const sockets = await open(port, path, connections)
  await new Promise((later) => setTimeout(later, REST_MS))
  const bytes = (memory(pid).now - before) / connections
  for (const socket of [...first, ...sockets]) socket.destroy()
  return bytes
}

async function open(port, path, count) {
  const sockets = []
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () => one(port, path))
    sockets.push(...(await Promise.all(some)))
  }
  return sockets
}

/** A connection that has its answer. */
function one(port, path) {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request(path)))
    let received = Buffer.alloc(0)
    socket.on('error', failed)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (isWhole(received)) done(socket)
    })
  })
}

function isWhole(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = bytes.subarray(0, end).toString('latin1').match(/^content-length: (\d+)/im)
  return length !== null && bytes.length >= end + 4 + Number(length[1])
}
