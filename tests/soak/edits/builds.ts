// A published build as a reader can notice it, and how it differs from one that should be equal.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Entry = {
  kind: string
  hash?: string
  type?: string
  access?: string
  status?: number
  to?: string
  permanent?: boolean
}
type Asset = { hash: string; predecessors?: { asset: string }[] }
type Index = {
  id: string
  shards: string[]
  publicUrl: string
  own?: Record<string, string[]>
  assets: Record<string, Asset>
  origin: string
  dictionary?: { asset: string }
}

/** Values of an index that depend on when, and in which folder, a build was made. */
const OF_THE_MAKING = ['id', 'now', 'shardBits', 'shards', 'holders', 'dictionary', 'sourceHash']

export class Build {
  readonly id: string
  /** Path → its entry, without the folder that has its file. */
  readonly entries = new Map<string, Entry>()
  /** Path → its file. */
  private readonly files = new Map<string, string>()
  /** Names of the route's own answers. */
  readonly own: Record<string, string[]>
  /** All facts but those of the paths. */
  readonly facts: string
  private readonly builds: string

  /** The live build in `builds`. */
  constructor(builds: string) {
    this.builds = builds
    const { id } = this.json<{ id: string }>('latest.json')
    this.id = id
    const index = this.json<Index>(`index/${id}.json`)
    for (const shard of index.shards) {
      for (const [path, { build, ...entry }] of Object.entries(
        this.json<Record<string, Entry & { build: string }>>(`shards/${shard}.json`),
      )) {
        this.entries.set(path, entry)
        if (entry.kind === 'file')
          this.files.set(path, join(builds, build, path, entry.type?.startsWith('text/html') ? 'index.html' : ''))
      }
    }
    this.own = index.own ?? {}
    if (index.dictionary) delete index.assets[index.dictionary.asset]
    // A clean build knows no earlier app, of which a browser could have files.
    for (const asset of Object.values(index.assets)) {
      for (const earlier of asset.predecessors ?? []) delete index.assets[earlier.asset]
      delete asset.predecessors
    }
    const { id: _, ...meta } = this.json<Record<string, unknown>>(`meta/${id}.json`)
    const kept = Object.entries(index).filter(([name]) => !OF_THE_MAKING.includes(name))
    this.facts = JSON.stringify([Object.fromEntries(kept), meta, this.json(`origin/${index.origin}.json`)])
  }

  private json<T>(relative: string): T {
    return JSON.parse(readFileSync(join(this.builds, relative), 'utf8')) as T
  }

  bytes(path: string): Buffer | undefined {
    const file = this.files.get(path)
    return file === undefined ? undefined : readFileSync(file)
  }

  /** Paths with other entries than in `other`, sorted. */
  differing(other: Build): string[] {
    const paths = new Set([...this.entries.keys(), ...other.entries.keys()])
    return [...paths].filter((path) => JSON.stringify(this.entries.get(path)) !== JSON.stringify(other.entries.get(path))).sort()
  }

  /** How entries, facts and the bytes of `paths` differ from the expected build. */
  flaws(expected: Build, paths: Iterable<string>): string[] {
    const shown = (build: Build, path: string) => JSON.stringify(build.entries.get(path)) ?? 'absent'
    const flaws = this.differing(expected).map(
      (path) => `${path} is ${shown(this, path)}, and in a clean build ${shown(expected, path)}`,
    )
    if (this.facts !== expected.facts)
      flaws.push(`the index or the manifest is ${this.facts}, and in a clean build ${expected.facts}`)
    if (flaws.length > 0) return flaws
    for (const path of paths) {
      const [is, should] = [this.bytes(path), expected.bytes(path)]
      if (is === undefined || should === undefined ? is !== should : !is.equals(should))
        flaws.push(`${path} has other bytes than in a clean build`)
    }
    return flaws
  }
}
