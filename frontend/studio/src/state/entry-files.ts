// Pictures and other files beside the texts of an entry.

import { i18n } from '@lingui/core'
import { create } from 'zustand'
import { CallError, type EntryFile, type Problem, type Saved } from '../api.ts'
import { fileNameFor, isAccepted, MAX_MB } from '../lib/file-name.ts'
import { api, refuse } from './calls.ts'
import { loadPage } from './pages.ts'
import { ensureSet } from './sets.ts'
import { useStudio } from './store.ts'

/** Files by the folder of their entry, without its texts. */
export const useEntryFiles = create<{ [folder: string]: EntryFile[] }>(() => ({}))

/** Why a file is not sent at all. */
export type UploadFault = 'large' | 'kind' | 'connection'

/** The end of an upload: the name of the file, or the reasons against it. */
export type Uploaded = { name: string } | { fault: UploadFault } | { problems: Problem[] }

/** The folder of a text: `news/a` of `news/a/en.md`; undefined for a file without one. */
export function folderOf(path: string): string | undefined {
  const parts = path.split('/')
  return parts.length > 2 ? parts.slice(0, 2).join('/') : undefined
}

/** Reads the files of an entry. */
export async function loadEntryFiles(folder: string): Promise<void> {
  try {
    const { files } = await api.files(useStudio.getState().setId, folder)
    useEntryFiles.setState({ [folder]: files.filter(({ path }) => !/\.(md|yaml)$/.test(path)) })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    refuse(error)
  }
}

/** Adds a file under a name that content accepts; `onProgress` gets percents. */
export async function addFile(folder: string, file: File, onProgress: (percent: number) => void): Promise<Uploaded> {
  if (!isAccepted(file.name)) return { fault: 'kind' }
  if (file.size > MAX_MB * 1024 * 1024) return { fault: 'large' }
  const setId = await ensureSet()
  const taken = (useEntryFiles.getState()[folder] ?? []).map(({ path }) => path.slice(folder.length + 1))
  const name = fileNameFor(file.name, taken)
  const answer = await send(`/api/studio/sets/${setId}/upload?path=${folder}/${name}&version=`, file, onProgress)
  if (answer === undefined) return { fault: 'connection' }
  if (!answer.saved) return { problems: answer.problems }
  await loadEntryFiles(folder)
  return { name }
}

/** Removes a file; answers with the reasons against it. */
export async function removeFile(folder: string, { path, version }: EntryFile): Promise<Problem[]> {
  try {
    const answer = await api.edit(await ensureSet(), path, version, [{ kind: 'removeFile' }], null)
    if (!answer.saved) return answer.problems
    await Promise.all([loadEntryFiles(folder), loadPage()])
    return []
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return [{ reason: error.message }]
  }
}

/** `fetch` tells nothing of its progress. Undefined: no answer. */
function send(address: string, file: File, onProgress: (percent: number) => void): Promise<Saved | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('PUT', address)
    request.setRequestHeader('accept-language', i18n.locale)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100))
    request.onerror = () => resolve(undefined)
    request.onload = () => {
      const { data, msg } = request.response ?? {}
      const isRefused = request.status !== 200
      resolve(isRefused ? { saved: false, version: null, page: null, problems: [{ reason: msg ?? request.statusText }] } : data)
    }
    request.send(file)
  })
}
