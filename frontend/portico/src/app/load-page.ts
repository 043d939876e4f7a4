// Everything a page needs to render synchronously: payload, component, catalog (R7.05).

import type { I18n } from '@lingui/core'
import type { Location } from 'react-router'
import type { LoadedPage } from '#/app/navigation-state.ts'
import { loadComponent } from '#/app/page-components.ts'
import type { LocaleCode, PayloadFile } from '#/contract.ts'
import { type AppRoute, definition } from '#/definition.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import type { PageSource } from '#/page/page.tsx'

/**
 * A payload that cannot be shown here: gone, not JSON, or of another app. One full navigation
 * leaves the decision to the document.
 */
export class PayloadUnusable extends Error {
  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`payload \`${url}\` cannot be used: ${reason}`, options)
    this.name = 'PayloadUnusable'
  }
}

/** The server was not reached, and no prefetched payload exists. */
export class NoConnection extends Error {
  constructor(url: string, options: ErrorOptions) {
    super(`nobody answers \`${url}\``, options)
    this.name = 'NoConnection'
  }
}

/** Code did not arrive: a chunk or a catalog. */
export class ChunkMissing extends Error {
  constructor(what: string, options: ErrorOptions) {
    super(`the code of ${what} did not load`, options)
    this.name = 'ChunkMissing'
  }
}

/** Address of a page's payload: `/en/news` → `/en/news/_payload.json?<app>`. */
export function payloadUrl(path: string, app: string): string {
  return `${path === '/' ? '' : path}/_payload.json?${app}`
}

/**
 * Fetches a page's payload, revalidated: the content never depends on an id that this tab happens
 * to know.
 */
export async function fetchPayload(path: string, app: string): Promise<PayloadFile> {
  const url = payloadUrl(path, app)
  const response = await ask(url)
  if (!response.ok) throw new PayloadUnusable(url, `status ${response.status}`)
  const payload = await response.json().catch((cause) => {
    throw new PayloadUnusable(url, 'it is not JSON', { cause })
  })
  if (payload?.app !== app) throw new PayloadUnusable(url, 'it belongs to another app')
  return payload as PayloadFile
}

/**
 * If the server is not reached, a prefetched payload is used, though it may be older than the site.
 */
async function ask(url: string): Promise<Response> {
  const headers = { accept: 'application/json' }
  try {
    return await fetch(url, { cache: 'no-cache', headers })
  } catch (cause) {
    return fetch(url, { cache: 'force-cache', headers }).catch(() => {
      throw new NoConnection(url, { cause })
    })
  }
}

/**
 * A page from its source: its route's component and its language's catalog are loaded once each.
 */
export async function loadPage(source: PageSource, location: Location): Promise<LoadedPage> {
  const route = definition().routes.find(({ id }) => id === source.route)
  if (route === undefined) throw new PayloadUnusable(source.path, `this app has no route \`${source.route}\``)
  const [Page, i18n] = await Promise.all([loadCode(route), i18nOf(source.locale)])
  return { route, source, Page, i18n, location }
}

/** A route's component; throws `ChunkMissing` where it does not arrive. */
export async function loadCode(route: AppRoute): Promise<LoadedPage['Page']> {
  try {
    return await loadComponent(route)
  } catch (cause) {
    throw new ChunkMissing(`route \`${route.id}\``, { cause })
  }
}

/** The part of a payload file that a page shows. */
export function sourceOf({ route, path, locale, payload, head }: PayloadFile): PageSource {
  return { route, path, locale, payload, head }
}

// Browser only; the worker loads its catalogs itself. One instance per language, so that a kept
// page does not change.
const instances = new Map<LocaleCode, Promise<I18n>>()

function i18nOf(locale: LocaleCode): Promise<I18n> {
  const known = instances.get(locale)
  if (known !== undefined) return known
  const loading = loadI18n(locale).catch((cause) => {
    instances.delete(locale)
    throw new ChunkMissing(`language \`${locale}\``, { cause })
  })
  instances.set(locale, loading)
  return loading
}
