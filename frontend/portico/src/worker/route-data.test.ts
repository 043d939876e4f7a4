import { afterEach, describe, expect, it } from 'vitest'
import { type AppRoute, definition, setDefinition } from '#/definition.ts'
import { routeData } from '#/worker/route-data.ts'

const site = definition()
const route: AppRoute = { ...site.routes[0]!, id: 'letters', path: '/letters' }

afterEach(() => setDefinition(site))

describe('routeData (R2.22)', () => {
  it('brings the guard of the layout, unless the route replaces it', () => {
    setDefinition({ ...site, layoutMeta: { [route.layout]: { requiresAuth: true } } })
    expect(routeData(route).requiresAuth).toBe(true)
    expect(routeData({ ...route, override: ['requiresAuth'] }).requiresAuth).toBe(false)
    expect(routeData({ ...route, requiresAuth: false, guestOnly: true })).toMatchObject({ requiresAuth: false, guestOnly: true })
  })

  it('leaves the name of the component to the frontend', () => {
    expect(routeData({ ...route, component: 'letter' })).not.toHaveProperty('component')
  })
})
