// One page: PageInput in, markup out. A pure function of its input.
//
// Whatever lives longer than a page is made once by `createRenderer` and never changes after:
// components, catalogs; drawings that are remembered are what they would be if they were drawn
// again. No clock, no randomness, no network, no module state; `render.test.tsx` compares a used
// renderer with a fresh one, byte for byte.

import type { I18n } from '@lingui/core'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { NavigationType, type Navigator } from 'react-router'
import { App } from '#/app/app.tsx'
import { bareLocation } from '#/app/navigation-state.ts'
import { loadComponents } from '#/app/page-components.ts'
import type { LocaleCode, PageInput, Rendered } from '#/contract.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { locales } from '#/i18n/locales.ts'
import { routes } from '#/page/routes.ts'
import { ContourPaths } from '#/ui/Contour/Contour.tsx'
import { contourPaths } from '#/ui/Contour/contour.ts'
import { HtmlFields } from '#/ui/Html/Html.tsx'
import { remembered } from '#/worker/remembered.ts'

/**
 * Renders one page; a component that throws yields `error` and no markup, and the next page is as
 * if nothing had been.
 */
export type Renderer = (input: PageInput) => { markup: string; rendered: Rendered }

/** Loads every component and catalog. */
export async function createRenderer(): Promise<Renderer> {
  const components = await loadComponents()
  const catalogs = new Map<LocaleCode, I18n>()
  for (const { code } of locales) catalogs.set(code, await loadI18n(code))
  const draw = remembered(contourPaths)
  return (input) => {
    try {
      const fields = new Set<string>()
      const markup = renderToString(
        <HtmlFields value={fields}>
          <ContourPaths value={draw}>{element(input, components, catalogs)}</ContourPaths>
        </HtmlFields>,
      )
      return { markup, rendered: { htmlFields: [...fields] } }
    } catch (error) {
      return { markup: '', rendered: { htmlFields: [], error: describe(error) } }
    }
  }
}

function element(input: PageInput, components: Map<string, ComponentType>, catalogs: Map<LocaleCode, I18n>) {
  const { site, locale, payload, head, path } = input
  const route = routes.find(({ id }) => id === input.route)
  const Page = components.get(input.route)
  const i18n = catalogs.get(locale)
  if (route === undefined || Page === undefined) throw new Error(`no route \`${input.route}\` in src/page/routes.ts`)
  if (i18n === undefined) throw new Error(`no locale \`${locale}\` in locales/locales.json`)
  const source = { route: input.route, path, locale, payload, head }
  const current = { route, source, Page, i18n, location: bareLocation(path) }
  return <App site={site} shown={{ current, kept: [], type: NavigationType.Pop }} navigator={nowhere} />
}

/** Rendering leads nowhere: a component that navigates while it renders is a mistake. */
const nowhere: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`),
  go: refuse,
  push: refuse,
  replace: refuse,
}

function refuse(): never {
  throw new Error('a component navigates while it renders')
}

/** What was thrown, for the generator's report. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
}
