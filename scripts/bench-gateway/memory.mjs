// Memory: the cost of idle connections for each server, against bare hyper; and the peak of each.

import { binary } from '../bench-generator/sites/portico.mjs'
import { idleBytes } from './idle.mjs'
import { memory, SERVER_CORE } from './process.mjs'
import { freePort, listening } from './servers.mjs'
import { memoryTable } from './tables.mjs'

const mebibytes = (bytes) => (bytes / 2 ** 20).toFixed(1)

/** The table; the gateway's share of bare hyper's memory is in its last line. */
export async function measureMemory(servers, { connections, paths }) {
  const port = await freePort()
  const bare = servers.run(SERVER_CORE, [binary('examples/bare'), `127.0.0.1:${port}`])
  await listening(port)
  const places = servers.all.map(({ name, plain }) => ({ name, child: plain.child, port: Number(plain.address.split(':')[1]) }))
  const costs = new Map()
  const rows = []
  for (const place of [...places, { name: 'hyper with a fixed answer', child: bare, port }]) {
    const bytes = await idleBytes(place.child, place.port, paths.pages[0], connections)
    const { now, peak } = memory(place.child.pid)
    costs.set(place.name, bytes)
    rows.push([place.name, Math.round(bytes), mebibytes(now), mebibytes(peak)])
  }
  const ratio = costs.get('gateway') / costs.get('hyper with a fixed answer')
  return `${memoryTable(rows)}\n${connections} connections; the gateway takes ${ratio.toFixed(2)} of bare hyper (budget 1.10)\n`
}
