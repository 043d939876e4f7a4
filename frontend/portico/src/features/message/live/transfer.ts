// The transfer of one file to the origin, by the tus protocol: it continues where it stopped, after
// a lost connection and after a reload.

import type { DetailedError, Upload } from 'tus-js-client'
import { callHeaders } from '#/api/client.ts'

/** Address to which files are uploaded. */
const UPLOADS = '/api/message/uploads'

/** Waits between tries, in milliseconds, as long as nothing arrives; then the transfer pauses. */
const RETRY_DELAYS_MS = [500, 1_000, 2_000, 4_000]

export type TransferEvents = {
  /** The origin has given it an address, from which the transfer can continue. */
  onAddress: (url: string) => void
  onProgress: (sent: number) => void
  onDone: () => void
  /** The origin is not reached; `resume` continues. */
  onPause: () => void
  /** The origin does not take the file; `message` has the reason if the origin gave one. */
  onRefused: (message: string) => void
}

export type Transfer = {
  resume: () => void
  /** Stops; the received part stays. */
  stop: () => void
}

export type Order = { file: File; form: string; base: string; url: string | undefined }

/** Starts at once, or continues at `url`. */
export function transfer({ file, form, base, url }: Order, events: TransferEvents): Transfer {
  let upload: Upload | undefined
  let stopped = false
  const start = async () => {
    try {
      const tus = await import('tus-js-client')
      upload ??= new tus.Upload(file, {
        endpoint: base + UPLOADS,
        ...(url === undefined ? {} : { uploadUrl: url }),
        metadata: { form, filename: file.name, filetype: file.type },
        headers: Object.fromEntries(callHeaders()),
        retryDelays: RETRY_DELAYS_MS,
        storeFingerprintForResuming: false,
        onUploadUrlAvailable: () => events.onAddress(upload?.url ?? ''),
        onProgress: (sent) => events.onProgress(sent),
        onSuccess: events.onDone,
        onError: (error) => fail(error as DetailedError),
      })
      if (!stopped) upload.start()
    } catch (error) {
      console.error('the code of uploads did not load', error)
      events.onPause()
    }
  }
  const fail = (error: DetailedError) => {
    if (stopped) return
    const status = error.originalResponse?.getStatus() ?? 0
    // Once it has begun, every other failure counts as one of the connection.
    const isRefused = upload?.url ? status === 413 : status >= 400 && status < 500 && !PASSING.has(status)
    if (isRefused) events.onRefused(messageIn(error.originalResponse?.getBody()))
    else events.onPause()
  }
  void start()
  return {
    resume: () => {
      stopped = false
      void start()
    },
    stop: () => {
      stopped = true
      void upload?.abort()
    },
  }
}

/** Refusals that do not concern the file: a later try may succeed. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 409, 423, 425, 429])

/** Makes the origin delete a file that was not sent. */
export async function forget(url: string): Promise<void> {
  try {
    await fetch(url, { method: 'DELETE', headers: { ...Object.fromEntries(callHeaders()), 'tus-resumable': '1.0.0' } })
  } catch {
    // It is gone after a day by itself.
  }
}

/** The id by which a message names the file at this address. */
export function uploadId(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

/** The `msg` of an envelope. */
function messageIn(body: string | undefined): string {
  try {
    const { msg } = JSON.parse(body ?? '') as { msg?: unknown }
    return typeof msg === 'string' ? msg : ''
  } catch {
    return ''
  }
}
