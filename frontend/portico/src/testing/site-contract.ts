// The contract between package and site, as tests: any site's definition must fulfil it.

import type { Messages } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type SiteDefinition, setDefinition } from '#/definition.ts'
import { prefixed } from '#/i18n/locales.ts'
import { matchRoute } from '#/page/match.ts'

const packageWords = import.meta.glob<{ messages: Messages }>('../../../../locales/*/{portico,forms,search,chat}.po')

/** Tests of a site's definition, to be called at the top of a test file of the site. */
export function describeSite(site: SiteDefinition): void {
  describe('the site', () => {
    beforeAll(() => setDefinition(site))

    it('has one default language, and an own prefix for each other', () => {
      expect(site.locales.filter((locale) => locale.default).map((locale) => locale.prefix)).toEqual([''])
      expect(new Set(site.locales.map((locale) => locale.prefix)).size).toBe(site.locales.length)
    })

    it('says all words of the package in every language', async () => {
      for (const [path, load] of Object.entries(packageWords)) {
        const name = /(forms|search|chat)\.po$/.exec(path)?.[1] ?? 'site'
        // A site has the catalogs of the parts that it has.
        const isThere = Object.keys(site.catalogs).some((place) => place.endsWith(`/${name}.po`))
        if (!isThere && name !== 'site') continue
        const words = Object.keys((await load()).messages)
        expect(words.length, name).toBeGreaterThan(20)
        for (const { code } of site.locales) {
          const catalog = await site.catalogs[`../../locales/${code}/${name}.po`]?.()
          expect(catalog, code).toBeDefined()
          expect(
            words.filter((id) => catalog?.messages[id] === undefined),
            code,
          ).toEqual([])
        }
      }
    })

    it('has an id and a path of its own for each route', () => {
      for (const key of ['id', 'path'] as const) {
        expect(new Set(site.routes.map((route) => route[key])).size).toBe(site.routes.length)
      }
    })

    it('has a component and a layout for each route', async () => {
      for (const { id, component = id, layout } of site.routes) {
        const page = await site.pages[`./routes/${component}.tsx`]?.()
        expect(typeof page?.default, id).toBe('function')
        expect(site.layouts[layout], id).toBeDefined()
      }
    })

    it('finds each route by its path in every language', () => {
      for (const { code } of site.locales) {
        for (const { id, path } of site.routes) {
          const match = matchRoute(prefixed(path.replace(':id', 'an-id-2'), code))
          expect([match.route.id, match.locale]).toEqual([id, code])
        }
      }
    })

    it('leads to routes that there are', () => {
      const ids = site.routes.map((route) => route.id)
      for (const route of Object.values(site.destinations)) expect(ids).toContain(route)
    })
  })
}
