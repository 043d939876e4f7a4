// Development only: reads the published build from disk, so that the development server shows the
// generator's payloads.
//
//   latest.json ─► index/<id>.json ─► shards/<hash>.json ─► <holder id>/<path>
//   (contract/src/build.rs)

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { blake3 } from '@noble/hashes/blake3.js'
import type { InlineState, Latest, LocaleCode, PayloadFile } from '#/contract.ts'

type Index = { schema: number; errors: Record<LocaleCode, Record<string, string>>; shardBits: number; shards: string[] }
type Entry = { kind: 'file'; build: string } | { kind: 'redirect' } | { kind: 'gone' }

/** `build::SCHEMA`: the layout that is read here. */
const SCHEMA = 2

/**
 * A document of the build: its whole state, and its head without the elements that the app's build
 * added to it.
 */
export type Published = { state: InlineState; head: string }

/**
 * The document at `path`; undefined if the build has none. Read anew every time: this is
 * development.
 */
export async function readDocument(builds: string, path: string): Promise<Published | undefined> {
  const index = await readIndex(builds)
  const payloadPath = `${path === '/' ? '' : path}/_payload.json`
  const payload = await readEntry(builds, index, payloadPath, payloadPath)
  const document = await readEntry(builds, index, path, `${path === '/' ? '' : path}/index.html`)
  if (document === undefined) return undefined
  const inline = stateOf(document)
  const state = payload === undefined ? inline : { ...(JSON.parse(payload) as PayloadFile), site: inline.site }
  return { state, head: headOf(document) }
}

/** The path of the error document for a status in a language. */
export async function errorPath(builds: string, locale: LocaleCode, status: number): Promise<string | undefined> {
  return (await readIndex(builds)).errors[locale]?.[status]
}

/** The shard that holds `path`: the first `bits` bits of the first 128 of its BLAKE3 hash. */
export function shardOf(path: string, bits: number): number {
  const hash = blake3(new TextEncoder().encode(path))
  const first = new DataView(hash.buffer, hash.byteOffset).getUint32(0)
  return bits === 0 ? 0 : first >>> (32 - bits)
}

async function readIndex(builds: string): Promise<Index> {
  const { id } = (await readJson(join(builds, 'latest.json'))) as Latest
  const index = (await readJson(join(builds, 'index', `${id}.json`))) as Index
  if (index.schema !== SCHEMA)
    throw new Error(`\`${builds}\` holds schema ${index.schema}, this reader knows ${SCHEMA}; build again`)
  return index
}

async function readEntry(builds: string, index: Index, path: string, file: string): Promise<string | undefined> {
  const shard = index.shards[shardOf(path, index.shardBits)]
  const entries = (await readJson(join(builds, 'shards', `${shard}.json`))) as Record<string, Entry>
  const entry = Object.hasOwn(entries, path) ? entries[path] : undefined
  if (entry?.kind !== 'file') return undefined
  return readFile(join(builds, entry.build, file.slice(1)), 'utf8')
}

function stateOf(document: string): InlineState {
  const block = /<script type="application\/json" id="portico-state">(.*?)<\/script>/s.exec(document)
  if (block === null) throw new Error('the document has no inline state; build again')
  return JSON.parse(block[1] as string) as InlineState
}

/**
 * Fonts and metadata stay; the styles and scripts of a build would duplicate those that vite adds.
 */
function headOf(document: string): string {
  const head = /<head>(.*?)<\/head>/s.exec(document)?.[1] ?? ''
  return head
    .replaceAll(/<(style|noscript)>.*?<\/\1>\n?|<link rel="stylesheet"[^>]*\bassets\b[^>]*>\n?| data-modules="[^"]*"/gs, '')
    .replace(/(?<= data-styles=")[^"]*/, (addresses) => (addresses.match(/\S+/g) ?? []).filter(isOfFonts).join(' '))
}

function isOfFonts(address: string): boolean {
  return !/\bassets\b/.test(address)
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}
