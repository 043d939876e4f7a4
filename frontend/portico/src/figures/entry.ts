// The script of a sampled site's public documents: measures the visit, and sends its figures once,
// when the page is first hidden. It waits for no other script, and no other script waits for it.
//
// Nothing here names the visitor: there is no id, no address of a page and no cookie. The gateway
// adds the numbers to its metrics.

import { afterShift, NO_SHIFTS, type Shift } from '#/figures/shift.ts'

type Interaction = PerformanceEntry & { interactionId?: number }

/** More errors than that are one fault, again and again. */
const MOST_ERRORS = 1000

const { share, missing } = (document.currentScript as HTMLScriptElement).dataset
// A page that loads in the background is painted at some later time.
if (!document.hidden && Math.random() < Number(share)) measure()

function measure() {
  const readers: (() => void)[] = []
  let lcp: number | undefined
  let inp: number | undefined
  // A browser that reports no shifts has no figure, instead of 0.
  let windows = PerformanceObserver.supportedEntryTypes.includes('layout-shift') ? NO_SHIFTS : undefined
  let errors = 0

  const observe = (type: string, see: (entry: PerformanceEntry) => void) => {
    const take = (entries: PerformanceEntry[]) => entries.forEach(see)
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    readers.push(() => take(observer.takeRecords()))
  }
  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime
  })
  const interact = ({ interactionId, duration }: Interaction) => {
    if (interactionId) inp = Math.max(inp ?? 0, duration)
  }
  observe('event', interact)
  // The other ones of less than 16 ms are not reported, and a quick visit would have no figure.
  observe('first-input', interact)
  observe('layout-shift', (shift) => {
    windows = afterShift(windows ?? NO_SHIFTS, shift as PerformanceEntry & Shift)
  })
  const count = () => {
    errors++
  }
  addEventListener('error', count)
  addEventListener('unhandledrejection', count)

  // The page is visible, so the first change hides it.
  const send = () => {
    for (const read of readers) read()
    const figures = { lcp, inp, cls: windows?.[0], missing: missing === '', errors: Math.min(errors, MOST_ERRORS) }
    navigator.sendBeacon('/api/visits', JSON.stringify(figures))
  }
  addEventListener('visibilitychange', send, { once: true })
}
