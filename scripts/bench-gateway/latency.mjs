// Times of answers at a moderate rate, where no server is busy.

import { arrivals } from './load.mjs'

/** Requests per second, as in the baselines, over more connections than are ever in use at once. */
const PACE = { rate: 4224, connections: 64 }

/** Takes turns; returns the times per server in each round. */
export async function measureLatency(servers, { rounds, seconds }) {
  const found = new Map(servers.map((server) => [server.name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const server of servers) {
      const times = await arrivals(server.plain.address, server.file('mix'), { ...PACE, seconds })
      found.get(server.name).push(times)
      console.error(`latency, ${server.name}: ${times.p50}, ${times.p99} and ${times.p999} µs`)
    }
  }
  return found
}
