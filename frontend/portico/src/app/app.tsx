// The app: the visible page in its layout, and the pages kept alive behind it (R2.23, R2.27).
//
// The worker and the browser render this same tree, so that hydration finds the expected markup.
// Each layer (language and layout) is one <Activity>, and each of its pages is another: a page that
// was left keeps its state and its DOM, and its effects are suspended.

import { I18nProvider } from '@lingui/react'
import { Activity, useEffect, useLayoutEffect } from 'react'
import { UNSAFE_LocationContext as LocationContext, type Navigator, Router } from 'react-router'
import { type Layer, type LoadedPage, layersOf, type NavigationState, pageKey } from '#/app/navigation-state.ts'
import type { Site } from '#/contract.ts'
import { definition } from '#/definition.ts'
import { LocaleOffer } from '#/features/offer/locale-offer.tsx'
import { PageProvider, SiteProvider } from '#/page/page.tsx'

export type AppProps = {
  site: Site
  shown: NavigationState
  navigator: Navigator
  /** Called when a layout or a page has its handlers, before anything is painted. */
  onPart?: (() => void) | undefined
  /** Called when a page has become live, each time that it does. */
  onPage?: () => void
}

export function App({ site, shown, navigator, ...hooks }: AppProps) {
  return (
    <SiteProvider site={site}>
      <Router location={shown.current.location} navigationType={shown.type} navigator={navigator}>
        {layersOf(shown).map((layer) => (
          <Activity key={layer.key} mode={layer.visible ? 'visible' : 'hidden'}>
            <LayerView layer={layer} shown={shown} {...hooks} />
          </Activity>
        ))}
      </Router>
    </SiteProvider>
  )
}

type Hooks = Pick<AppProps, 'onPart' | 'onPage'>

// Each <Activity> is hydrated separately, later than the tree around it. The effects of layer and
// page exist for that reason.

function LayerView({ layer, shown, onPart, onPage }: { layer: Layer; shown: NavigationState } & Hooks) {
  useLayoutEffect(() => onPart?.(), [onPart])
  // The layout refers to the page that it shows, or showed last.
  const [front] = layer.pages as [LoadedPage, ...LoadedPage[]]
  const Layout = definition().layouts[front.route.layout]
  return (
    <I18nProvider i18n={front.i18n}>
      <PageProvider page={front.source}>
        <Layout>
          {layer.pages.map((page) => (
            <Activity key={pageKey(page)} mode={page === shown.current ? 'visible' : 'hidden'}>
              <PageView page={page} shown={shown} onPart={onPart} onPage={onPage} />
            </Activity>
          ))}
        </Layout>
        <LocaleOffer />
      </PageProvider>
    </I18nProvider>
  )
}

/**
 * A page sees its own location, also while another one is shown: its filters are read from there.
 */
function PageView({ page, shown, onPart, onPage }: { page: LoadedPage; shown: NavigationState } & Hooks) {
  useLayoutEffect(() => onPart?.(), [onPart])
  useEffect(() => onPage?.(), [onPage])
  return (
    <LocationContext value={{ location: page.location, navigationType: shown.type }}>
      <PageProvider page={page.source}>
        <page.Page />
      </PageProvider>
    </LocationContext>
  )
}
