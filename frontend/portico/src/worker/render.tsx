// One page: PageInput in, markup out. A pure function of its input.
//
// Values that live longer than a page are made once by `createRenderer` and never change after:
// components, catalogs, and remembered drawings, which equal newly made ones. No clock, no
// randomness, no network, no module state; `render.test.tsx` compares a used renderer with a fresh
// one, byte for byte.

import type { I18n } from '@lingui/core'
import type { ComponentType, ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { NavigationType, type Navigator } from 'react-router'
import { App } from '#/app/app.tsx'
import { bareLocation } from '#/app/navigation-state.ts'
import { loadComponents } from '#/app/page-components.ts'
import type { LocaleCode, PageInput, Rendered } from '#/contract.ts'
import { definition } from '#/definition.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { siteLocales } from '#/i18n/locales.ts'
import { HtmlFields } from '#/ui/Html/Html.tsx'

/**
 * Renders one page; a component that throws yields `error` and no markup, and has no effect on the
 * next page.
 */
export type Renderer = (input: PageInput) => { markup: string; rendered: Rendered }

/** Elements that a site puts around each page in a worker, such as drawings that are remembered. */
export type Around = (page: ReactNode) => ReactNode

/** Loads every component and catalog. */
export async function createRenderer(around: () => Around = () => (page) => page): Promise<Renderer> {
  const components = await loadComponents()
  const catalogs = new Map<LocaleCode, I18n>()
  for (const { code } of siteLocales()) catalogs.set(code, await loadI18n(code))
  const framed = around()
  return (input) => {
    try {
      const fields = new Set<string>()
      const page = framed(element(input, components, catalogs))
      const markup = renderToString(<HtmlFields value={fields}>{page}</HtmlFields>)
      return { markup, rendered: { htmlFields: [...fields] } }
    } catch (error) {
      return { markup: '', rendered: { htmlFields: [], error: describe(error) } }
    }
  }
}

function element(input: PageInput, components: Map<string, ComponentType>, catalogs: Map<LocaleCode, I18n>) {
  const { site, locale, payload, head, path } = input
  const route = definition().routes.find(({ id }) => id === input.route)
  const Page = components.get(input.route)
  const i18n = catalogs.get(locale)
  if (route === undefined || Page === undefined) throw new Error(`no route \`${input.route}\` in the site's route table`)
  if (i18n === undefined) throw new Error(`no locale \`${locale}\` in locales/locales.json`)
  const source = { route: input.route, path, locale, payload, head }
  const current = { route, source, Page, i18n, location: bareLocation(path) }
  return <App site={site} shown={{ current, kept: [], type: NavigationType.Pop }} navigator={nowhere} />
}

/** Rendering does not navigate: a component that navigates while it renders has a bug. */
const nowhere: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`),
  go: refuse,
  push: refuse,
  replace: refuse,
}

function refuse(): never {
  throw new Error('a component navigates while it renders')
}

/** Error that was thrown, for the generator's report. */
export function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
}
