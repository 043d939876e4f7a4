// Times of answers at a moderate rate, where no server is busy.

import { paced } from './load.mjs'

/** Requests per second of all connections, as in the baselines; each connection asks only every 15 ms, so one slow answer delays none. */
const PACE = { rate: 4224, connections: 64 }

/** Takes turns; answers per server the medians over all rounds of the 50th and 99th percentile. */
export async function measureLatency(servers, { rounds, seconds, paths, folder }) {
  const found = new Map(servers.map((server) => [server.name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      const times = await paced(server.plain.url, paths.shuffled, { ...PACE, seconds }, folder)
      const at = (share) => times[Math.floor(times.length * share)]
      found.get(server.name).push({ p50: at(0.5), p99: at(0.99) })
      console.error(`latency, ${server.name}: ${at(0.5)} and ${at(0.99)} µs`)
    }
  }
  return found
}
