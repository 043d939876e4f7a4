// `fetch` for tests: answers by address, and a list of the requests.

import { vi } from 'vitest'
import type { Refusal } from '#/api/errors.ts'

export type Asked = { method: string; url: string; headers: Headers; body: unknown; cache: RequestCache | undefined }

/** An answer: JSON with a status, or a network that fails. */
export type Reply = { status?: number; json?: unknown; text?: string; headers?: Record<string, string>; networkError?: true }

/** Replaces `fetch`; `reply` decides by request. Returns the requests so far. */
export function answerFetch(reply: (asked: Asked) => Reply): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const request = {
      method: init.method ?? 'GET',
      url: String(url),
      headers: new Headers(init.headers),
      body: init.body,
      cache: init.cache,
    }
    asked.push(request)
    const { status = 200, json, text, headers, networkError } = reply(request)
    if (networkError) throw new TypeError('Failed to fetch')
    return new Response(text ?? JSON.stringify(json), { status, headers: { 'content-type': 'application/json', ...headers } })
  })
  return asked
}

/** An envelope with code 200. */
export const ok = (data: unknown): Reply => ({ json: { code: 200, msg: 'OK', data } })

/** An envelope that refuses. */
export const refused = (code: number, msg: string): Reply => ({ status: code, json: { code, msg, data: null } })

/** An envelope that refuses with details: the field at fault, the time of the next try. */
export const blamed = (code: number, msg: string, data: Refusal): Reply => ({ status: code, json: { code, msg, data } })
