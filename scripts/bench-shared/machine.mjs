// The properties of the machine, and whether it has room for the benchmark.

import { readFileSync, statfsSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'

const TMPFS_MAGIC = 0x01021994
/** Memory that other programs on the machine may need meanwhile. */
const RESERVE_BYTES = 1.5 * 2 ** 30
const GIB = 2 ** 30

/** `2 × AMD EPYC, 24 GiB; Node 24.21.0; output on tmpfs; 2026-11-21`. */
export function machineLine(folder) {
  const [cpu] = cpus()
  const place = isTmpfs(folder) ? 'tmpfs' : 'disk'
  const day = new Date().toISOString().slice(0, 10)
  return `${cpus().length} × ${cpu.model.trim()}, ${Math.round(totalmem() / GIB)} GiB; Node ${process.versions.node}; output on ${place}; ${day}`
}

/**
 * Throws unless there is room for `files` bytes under `folder` and processes of `memory` bytes. A
 * tmpfs uses memory for its bytes.
 */
export function checkRoom(folder, { files, memory }) {
  const { bavail, bsize } = statfsSync(folder)
  const inMemory = memory + RESERVE_BYTES + (isTmpfs(folder) ? files : 0)
  const gib = (bytes) => `${(bytes / GIB).toFixed(1)} GiB`
  if (files > bavail * bsize)
    throw new Error(
      `\`${folder}\` has ${gib(bavail * bsize)} left, and this needs ${gib(files)} there; use fewer articles or another --folder`,
    )
  if (inMemory > availableMemory()) {
    throw new Error(
      `${gib(availableMemory())} of memory are free, and this needs ${gib(inMemory)}; use fewer articles, or a --folder on a disk`,
    )
  }
}

function availableMemory() {
  return Number(readFileSync('/proc/meminfo', 'utf8').match(/^MemAvailable:\s+(\d+) kB/m)[1]) * 1024
}

function isTmpfs(folder) {
  return statfsSync(folder).type === TMPFS_MAGIC
}
