// The memory of processes while they live, and whether it is flat.

import { readFileSync } from 'node:fs'

/** Between two samples, in milliseconds. */
const SAMPLE_EVERY = 10_000

/** A shorter life is not compared with others: a process still warms up. In milliseconds. */
const COMPARED_FROM = 90_000

/**
 * The growth of a shorter life is not judged: caches fill for minutes, and a line through a few
 * samples is steep by chance. Its largest memory is. In milliseconds.
 */
const GROWTH_FROM = 300_000

/**
 * Growth over the last two thirds of a life that is no leak: so many MiB, or this share of the
 * memory. An allocator keeps pages of its busiest moment, so a few MiB come and stay. In the 20
 * minutes that the second gateway lives in a run of 30, a leak of 80 KiB for each build is above
 * it, and one of a KiB for each of 30 requests a second.
 */
const FLAT_MIB = 12
const FLAT_SHARE = 0.1

/** The largest memory of a life against the median of the largest of those before. */
const FLAT_LIVES = 1.25

type Sample = { at: number; mib: number }
type Life = { name: string; pid: number; samples: Sample[] }

export class Memory {
  private readonly lives: Life[] = []
  private readonly timer = setInterval(() => this.sample(), SAMPLE_EVERY)
  private readonly began = Date.now()

  /** A process begins; the one of that name before it has ended. */
  begin(name: string, pid: number | undefined): void {
    if (pid !== undefined) this.lives.push({ name, pid, samples: [] })
  }

  private sample(): void {
    for (const { name, pid, samples } of this.lives) {
      const isLatest = this.lives.findLast((life) => life.name === name)?.pid === pid
      const mib = isLatest ? resident(pid) : undefined
      if (mib !== undefined) samples.push({ at: Date.now(), mib })
    }
  }

  stop(): void {
    clearInterval(this.timer)
    this.sample()
  }

  private byName(): Map<string, Life[]> {
    return Map.groupBy(this.lives, ({ name }) => name)
  }

  faults(): string[] {
    return [...this.byName()].flatMap(([name, lives]) => [
      ...lives.flatMap(({ samples }) => grows(name, samples)),
      ...growsFromLifeToLife(name, lives),
    ])
  }

  /** A line for each name: memory at a tenth, at half and at the end, and the steepest growth. */
  rows(): string[][] {
    const length = Date.now() - this.began
    return [...this.byName()].map(([name, lives]) => {
      const samples = lives.flatMap((life) => life.samples)
      const at = (share: number) => samples.findLast((sample) => sample.at <= this.began + share * length + 1) ?? samples[0]
      const growths = lives.flatMap(({ samples }) => (lasts(samples, GROWTH_FROM) ? [growth(samples)] : []))
      const steepest = growths.length > 0 ? Math.max(...growths).toFixed(1) : '—'
      return [name, String(lives.length), ...[0.1, 0.5, 1].map((share) => at(share)?.mib.toFixed(1) ?? '—'), steepest]
    })
  }
}

function lasts(samples: Sample[], least: number): boolean {
  return (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0) >= least
}

function grows(name: string, samples: Sample[]): string[] {
  if (!lasts(samples, GROWTH_FROM)) return []
  const grown = growth(samples)
  const limit = Math.max(FLAT_MIB, FLAT_SHARE * (samples[0]?.mib ?? 0))
  return grown <= limit
    ? []
    : [`${name} grew by ${grown.toFixed(1)} MiB in the last two thirds of a life; ${limit.toFixed(1)} are permitted`]
}

function growsFromLifeToLife(name: string, lives: Life[]): string[] {
  const judged = lives.filter(({ samples }) => lasts(samples, COMPARED_FROM))
  const largest = judged.map(({ samples }) => Math.max(...samples.map(({ mib }) => mib)))
  const last = largest.pop()
  const before = largest.sort((one, other) => one - other)[Math.floor(largest.length / 2)]
  if (last === undefined || before === undefined) return []
  const limit = Math.max(FLAT_LIVES * before, before + FLAT_MIB)
  return last <= limit
    ? []
    : [`${name} had up to ${last.toFixed(1)} MiB in its last life, before that mostly ${before.toFixed(1)}`]
}

/** MiB by which the line of least squares rises over the last two thirds of a life. */
export function growth(samples: Sample[]): number {
  const rest = samples.slice(Math.floor(samples.length / 3))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [time, memory] = [mean(rest.map(({ at }) => at)), mean(rest.map(({ mib }) => mib))]
  const spread = rest.reduce((sum, { at }) => sum + (at - time) ** 2, 0)
  const together = rest.reduce((sum, { at, mib }) => sum + (at - time) * (mib - memory), 0)
  const length = (rest.at(-1)?.at ?? 0) - (rest[0]?.at ?? 0)
  return spread === 0 ? 0 : (together / spread) * length
}

/** Memory of a process in MiB; none if it has ended. */
function resident(pid: number): number | undefined {
  try {
    const kib = readFileSync(`/proc/${pid}/status`, 'utf8').match(/^VmRSS:\s+(\d+)/m)?.[1]
    return kib === undefined ? undefined : Number(kib) / 1024
  } catch {
    return undefined
  }
}
