// The app in the browser: the tree that the worker rendered, and the steps that follow once it is
// in the DOM.

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, type Navigator } from 'react-router'
import { App } from '#/app/app.tsx'
import { ErrorBoundary } from '#/app/error-boundary.tsx'
import { errorPageFor } from '#/app/error-page.ts'
import { focusPage, rememberFocus } from '#/app/focus.ts'
import { updateHead } from '#/app/head.ts'
import type { NavigationState } from '#/app/navigation-state.ts'
import { applyScroll, type ScrollTarget } from '#/app/scroll.ts'
import type { Site } from '#/contract.ts'
import { settleLocale } from '#/state/locale-switch.ts'

export type ViewState = { shown: NavigationState; scroll: ScrollTarget }

export type ClientRootProps = {
  site: Site
  first: ViewState
  navigator: Navigator
  /** Passes a function that shows the next frame; called once, after hydration. */
  onReady: (show: (frame: ViewState) => void) => void
  /** Called when a part of the page is hydrated, before anything is painted. */
  onPart: (() => void) | undefined
  /**
   * Called when the content of a page is mounted and interactive; the tree around it is ready
   * before.
   */
  onPage: () => void
}

export function ClientRoot({ site, first, navigator, onReady, onPart, onPage }: ClientRootProps) {
  const [frame, setFrame] = useState(first)
  const { shown } = frame
  useArrival(frame, first)
  // Once: `onReady` is the entry's, the same for the life of the document.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => onReady(setFrame), [])
  const showError = async () => {
    const current = await errorPageFor(shown.current)
    setFrame({ shown: { current, kept: [], type: shown.type }, scroll: { kind: 'to', top: 0 } })
  }
  return (
    <ErrorBoundary resetKey={shown} onError={() => void showError()}>
      <App site={site} shown={shown} navigator={navigator} onPart={onPart} onPage={onPage} />
    </ErrorBoundary>
  )
}

/**
 * After each frame but the first: head, position, focus. Runs before the browser paints, so that
 * the page does not jump.
 */
function useArrival(frame: ViewState, first: ViewState): void {
  const { current, type } = frame.shown
  const { path } = current.source
  const lastPath = useRef(path)
  // Once per arrival: a frame after it has the same value, and the visitor may have scrolled.
  useLayoutEffect(() => applyScroll(frame.scroll), [frame.scroll])
  useLayoutEffect(() => {
    if (frame === first) return
    updateHead(frame.shown.current.source)
    settleLocale()
  }, [frame, first])
  useLayoutEffect(() => {
    const from = lastPath.current
    if (path === from) return
    lastPath.current = path
    rememberFocus(from)
    focusPage(path, from, type === NavigationType.Pop)
  }, [path, type])
}
