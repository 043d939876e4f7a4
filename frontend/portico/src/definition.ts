// The interface between Portico and a site: the site's definition, handed over in one value.
//
// A site hands its definition to `start` in the browser and to `serve` in the worker, once, before
// rendering; it never changes afterwards. No module of the package imports a site.

import type { MessageDescriptor, Messages } from '@lingui/core'
import type { ComponentType, ReactNode } from 'react'
import type { HeaderClass, Locale, LocaleCode, Route } from '#/contract.ts'
import type { HeaderClassName, LayoutName, RouteId } from '#/register.ts'

/**
 * A row of the route table: the contract's fields of a route, and the fields that only the frontend
 * knows.
 */
export type AppRoute = Route & {
  layout: LayoutName
  /** The file in `routes/` that holds the page's component; absent: it has the route's name. */
  component?: string
}

/** A row as a site writes it: its queries and metadata are elsewhere, under its id. */
export type RouteRow<Id extends string> = Omit<Route, 'id' | 'data' | 'metadata' | 'files' | 'headerClass'> & {
  id: Id
  component?: string
  headerClass?: HeaderClassName
}

/**
 * The header classes that rows name. A site hands them to `serve`: the gateway makes headers of
 * them, and a browser does not use them.
 */
export type HeaderClasses = { [name in HeaderClassName]: HeaderClass }

/** Rules of a route, those of its layout included. */
export type Meta = { keepAlive: boolean; requiresAuth: boolean; guestOnly: boolean; middleware: string[] }

/** Layouts around pages. Each belongs to every document, so none is loaded lazily. */
export type Layout = ComponentType<{ children: ReactNode }>

/** Modules by place, as `import.meta.glob` gives them. */
type Modules<Module> = Record<string, () => Promise<Module>>

export type SiteDefinition = {
  /** The list in `locales/locales.json`. */
  locales: readonly Locale[]
  /**
   * The compiled catalogs: `import.meta.glob('../../locales/*\/{site,forms,search,chat}.po')`,
   * `site.po` with the package's words from `portico.po` beside it; also `later` if parts of the
   * site load words of their own.
   */
  catalogs: Modules<{ messages: Messages }>
  routes: readonly AppRoute[]
  layouts: Record<LayoutName, Layout>
  /** Rules that layouts add to their routes. */
  layoutMeta?: { [layout: string]: Partial<Meta> }
  /**
   * Pages by place: `import.meta.glob('./routes/*.tsx')`, each with its component as default
   * export.
   */
  pages: Modules<{ default: ComponentType }>
  /**
   * Routes that the package links to. A site without sign-in leaves out the routes that it lacks.
   */
  destinations: Destinations
  /** Sign-in: `session` of `@portico/app/members`, for a site that has it. */
  session?: SessionPart
  /** Called in a document once it is live. */
  onStart?: (document: Document) => void
}

/** A navigation, as rules of routes see it. */
export type Visit = {
  to: { route: AppRoute; locale: LocaleCode; params: Record<string, string> }
  /** Path with query, for coming back after sign-in. */
  target: string
  /** The document itself came from the gateway, which has checked it. */
  served: boolean
}

/** Result of the rules for a visit. */
export type Verdict = { kind: 'pass' } | { kind: 'redirect'; to: string }

/** Sign-in, as the app starts it. A site without sign-in has no code of it. */
export type SessionPart = {
  isLogin: () => boolean
  /** Runs the middleware of a visit's route. */
  check: (visit: Visit) => Promise<Verdict>
  /** Repeats a sign-out that never arrived. */
  repeatSignOut: (base: string) => Promise<void>
  /** Follows the session in a live document. */
  begin: (page: SessionHost) => void
}

/** The page, as sign-in needs it. */
export type SessionHost = {
  apiBase: string
  /** Only members may see the current page. */
  isGuarded: () => boolean
  /** Asks the middleware about the visible page, and leaves it if it is refused. */
  check: () => Promise<void>
  /** Shows a message of success. */
  say: (text: MessageDescriptor) => void
}

export type Destinations = {
  home: RouteId
  /** The page for guests that request pages for members. */
  signIn?: RouteId
  /** Route that the account dialog offers to members. */
  members?: RouteId
  /** Route that the notice about personal data links to. */
  privacy?: RouteId
  /** The page that replaces one that failed in the browser. */
  serverError?: RouteId
}

let current: SiteDefinition | undefined

/**
 * Registers the definition of this site: called by `start`, by `serve`, and by the setup of tests.
 */
export function setDefinition(definition: SiteDefinition): void {
  current = definition
}

/** The site's definition. */
export function definition(): SiteDefinition {
  if (current === undefined) throw new Error('no site is defined')
  return current
}

/** The route of a destination that the site has. */
export function destination(name: keyof Destinations): RouteId {
  return definition().destinations[name] as RouteId
}

/** Rows of a site's route table, typed by their ids. */
export function routeTable<Id extends string>(rows: RouteRow<Id>[]): RouteRow<Id>[] {
  return rows
}

/** Queries and metadata of each route, by id, for the generator; a browser has neither. */
export type GeneratorSide = {
  queries: { [id: string]: AppRoute['data'] }
  metadata: { [id: string]: AppRoute['metadata'] }
  /** Files that the pages of a route offer. */
  files?: { [id: string]: AppRoute['files'] }
}

/** The route table: rows with their queries and metadata. A browser takes the rows as they are. */
export function routesOf(
  rows: readonly RouteRow<string>[],
  { queries, metadata, files = {} }: GeneratorSide,
): readonly AppRoute[] {
  const table = rows as readonly AppRoute[]
  if (import.meta.env.PROD && !import.meta.env.SSR) return table
  return table.map((row) => ({ ...row, data: queries[row.id], metadata: metadataOf(row, metadata), files: files[row.id] }))
}

/** The metadata of a row. A page without metadata gets none, and the generator refuses it. */
function metadataOf({ id, status }: AppRoute, metadata: GeneratorSide['metadata']): AppRoute['metadata'] {
  const own = metadata[id]
  return own === undefined && status !== undefined ? {} : (own as AppRoute['metadata'])
}
