// Source files of the frontend's build: their sum, and their edits.

import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync, watch } from 'node:fs'
import { basename, join } from 'node:path'

/** The files, from the site's folder. */
const SOURCES = [
  'frontend/{portico,site,templates}/**/*.*',
  'frontend/*.{ts,json}',
  'locales/**/*.*',
  'content/*/_schema.json',
  'content/settings.schema.json',
]

/** Places in which a file of the list can appear, from the site's folder. */
const FOLDERS = ['frontend', 'frontend/{portico,site,templates}/**/', 'locales/**/', 'content', 'content/*/']

/** Between two checks of the times of change, in milliseconds. */
const SWEEP = 2_000

/** After the last edit, in milliseconds: editors save in several steps. */
const PAUSE = 100

/** Paths of the sources, without files that a build writes and files of editors. */
function findSources(site) {
  const paths = globSync(SOURCES, { cwd: site, exclude: (path) => basename(path) === 'node_modules' })
  return paths.filter((path) => !/content\.gen\.ts$|package-lock\.json$|~$|(^|\/)\.[^/]*$/.test(path)).sort()
}

/** The sum of all sources: another one after any edit. */
export function sumSources(site) {
  const sum = createHash('sha256')
  for (const path of findSources(site)) {
    const bytes = readIfThere(join(site, path))
    if (bytes !== undefined) sum.update(`${path}\0`).update(bytes)
  }
  return sum.digest('hex')
}

/** A file's bytes; undefined if it was removed since it was listed, or is no file. */
function readIfThere(path) {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined
    throw error
  }
}

/**
 * Calls `edited` after each edit of a source, however the file is saved: in place, by rename, or
 * anew. Folders are watched, since a watch of a file follows the replaced file. Times of change are
 * also compared at intervals, since a watch can be refused or fall behind.
 */
export function followSources(site, edited) {
  const watched = new Map()
  let [pause, seen] = [undefined, '']
  const note = () => {
    clearTimeout(pause)
    pause = setTimeout(look, PAUSE)
  }
  const look = () => {
    watchFolders(site, watched, note)
    const state = describeSources(site)
    if (state !== seen) edited()
    seen = state
  }
  watchFolders(site, watched, note)
  seen = describeSources(site)
  setInterval(look, SWEEP)
}

/** Watches the existing folders that are not watched yet. */
function watchFolders(site, watched, note) {
  for (const folder of globSync(FOLDERS, { cwd: site, exclude: (path) => basename(path) === 'node_modules' })) {
    const path = join(site, folder)
    const inode = statIfThere(path)?.ino
    if (inode === undefined || watched.get(path)?.inode === inode) continue
    watched.get(path)?.watcher.close()
    watched.delete(path)
    try {
      const watcher = watch(path, note)
      watcher.on('error', () => watched.delete(path))
      watched.set(path, { watcher, inode })
    } catch {
      // There are more folders than the system watches: the sweep sees their edits.
    }
  }
}

/** Paths, sizes and times of change of all sources. */
function describeSources(site) {
  const line = (path) => {
    const file = statIfThere(join(site, path))
    return file === undefined ? '' : `${path}\0${file.ino}\0${file.size}\0${file.mtimeMs}\0${file.ctimeMs}`
  }
  return findSources(site).map(line).join('\n')
}

const statIfThere = (path) => statSync(path, { throwIfNoEntry: false })
