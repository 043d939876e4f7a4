// The scroll position of a page after a navigation (R2.24): a new page starts at the top or at its
// fragment, and a page that is returned to starts where it was left. The browser's own restoration
// is off, because it would act before the page is rendered.

import { createPath, type Location, NavigationType } from 'react-router'
import { sessionKeep } from '#/lib/storage.ts'
import { revealAround } from '#/ui/Reveal/reveal-around.ts'

/** None: the page stays where it is. */
export type ScrollTarget =
  | undefined
  | { kind: 'to'; top: number }
  | { kind: 'share'; share: number }
  | { kind: 'fragment'; id: string }

const STORAGE_KEY = 'portico-scroll'

/** Remembers positions by history entry, and over a reload. */
export type ScrollMemory = {
  /**
   * The entry that scrolling belongs to from now on. Until then its position is the one at which
   * the last entry was left.
   */
  follow: (location: Location) => void
  positionOf: (location: Location) => number | undefined
  /** Share of the page above the viewport, 0 to 1. */
  share: () => number
}

/**
 * Starts to remember. Until a first entry is followed, only the position that a reload left is
 * known: a visitor's scrolling while the app starts is not undone.
 */
export function rememberScroll(): ScrollMemory {
  history.scrollRestoration = 'manual'
  const positions = new Map<string, number>(readStored())
  let current: Location | undefined
  // An entry without scrolling reports no position by itself.
  const seed = (location: Location) => {
    const key = entryKey(location)
    if (!positions.has(key)) positions.set(key, scrollY)
  }
  addEventListener('scroll', () => current && positions.set(entryKey(current), scrollY), { passive: true })
  addEventListener('pagehide', () => sessionKeep.set(STORAGE_KEY, JSON.stringify([...positions])))
  return {
    follow: (location) => {
      // The event of a scroll just before a click is still to come.
      if (current !== undefined && current.pathname !== location.pathname) positions.set(entryKey(current), scrollY)
      current = location
      seed(location)
    },
    positionOf: (location) => positions.get(entryKey(location)),
    share: () => scrollY / (range() || 1),
  }
}

export type Arrival = {
  type: NavigationType
  location: Location
  /** The address differs in more than query and fragment. */
  pageChanged: boolean
  /** The position at which this history entry, or the last visit of a kept page, was left. */
  known: number | undefined
  /**
   * Another language of the same page, whose texts have another length: the share of the page above
   * the viewport is kept.
   */
  share?: number | undefined
}

/** The scroll target. PURE. */
export function scrollTarget({ type, location, pageChanged, known, share }: Arrival): ScrollTarget {
  if (type === NavigationType.Pop && known !== undefined) return { kind: 'to', top: known }
  if (location.hash !== '') return { kind: 'fragment', id: fragmentId(location.hash) }
  if (!pageChanged) return
  if (share !== undefined) return { kind: 'share', share }
  return { kind: 'to', top: known ?? 0 }
}

/** Scrolls there without an animation: the page has just changed. */
export function applyScroll(target: ScrollTarget): void {
  if (target === undefined) return
  if (target.kind === 'to') scrollTo({ top: target.top, behavior: 'instant' })
  if (target.kind === 'share') scrollTo({ top: target.share * range(), behavior: 'instant' })
  if (target.kind !== 'fragment') return
  const element = document.getElementById(target.id)
  if (element === null) return
  revealAround(element)
  element.scrollIntoView({ behavior: 'instant' })
}

/** How far the page can be scrolled, in pixels. */
function range(): number {
  return document.documentElement.scrollHeight - innerHeight
}

function fragmentId(hash: string): string {
  const raw = hash.slice(1)
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

/**
 * Entries that the browser made itself (fragments) have no key; their address distinguishes them.
 */
export function entryKey(location: Location): string {
  return `${location.key} ${createPath(location)}`
}

function readStored(): [string, number][] {
  try {
    return JSON.parse(sessionKeep.get(STORAGE_KEY) ?? '[]') as [string, number][]
  } catch {
    return []
  }
}
