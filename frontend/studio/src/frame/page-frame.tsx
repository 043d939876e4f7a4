// The page in a frame without scripts. A click on a text opens its editor; a click on a link with
// Ctrl or Cmd, or while links are followed, opens its page.

import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Page } from '../api.ts'
import { labelOf } from '../lib/schema.ts'
import { goTo } from '../state/address.ts'
import { deselect, fieldSchema, schemaOf, select } from '../state/selecting.ts'
import { useStudio } from '../state/store.ts'
import { keyOf, type Target, targetOf } from '../state/target.ts'
import { drawOutlines } from './overlay.ts'
import { PageTexts } from './page-texts.ts'
import { prepareDocument } from './prepare.ts'
import { morphPage, replacePage } from './show.ts'

const { getState, setState } = useStudio

/** Properties: `onAnchor` gets the rectangle of the edited text in the frame's window. */
export type PageFrameProps = { onAnchor: (rect: DOMRect | undefined) => void }

/** The frame. */
export function PageFrame({ onAnchor }: PageFrameProps) {
  const { t } = useLingui()
  const [frame, setFrame] = useState<Document | null>(null)
  const texts = useRef<PageTexts | null>(null)
  const hovered = useRef<Target | null>(null)
  const shownPath = useRef<string | null>(null)
  const blockLabel = t`Text`
  const page = useStudio((state) => state.page)
  const selected = useStudio((state) => state.selected)
  const pointed = useStudio((state) => state.pointed)

  const redraw = useCallback(() => {
    if (frame === null) return
    const state = getState()
    const around = state.pointed ?? hovered.current
    const outline = (target: Target | null, isSelected: boolean) => {
      const rect = target === null ? undefined : texts.current?.rectOf(target)
      return target === null || rect === undefined
        ? []
        : [{ rect, label: isSelected ? '' : nameOf(target, blockLabel), isSelected }]
    }
    const isOther = around !== null && (state.selected === null || keyOf(around) !== keyOf(state.selected))
    drawOutlines(frame, [...outline(isOther ? around : null, false), ...outline(state.selected, true)])
    onAnchor(state.selected === null ? undefined : texts.current?.rectOf(state.selected))
  }, [frame, onAnchor, blockLabel])

  useEffect(() => {
    if (frame === null || page === null) return
    texts.current = show(frame, page, shownPath.current === page.path)
    shownPath.current = page.path
    setState({ texts: texts.current.list() })
    redraw()
  }, [frame, page, redraw])

  useEffect(() => {
    const shown = pointed ?? selected
    if (shown !== null) texts.current?.reveal(shown)
    redraw()
  }, [selected, pointed, redraw])

  useEffect(() => {
    if (frame === null) return
    const stop = new AbortController()
    const placeAt = (event: MouseEvent) => {
      const element = elementOf(event)
      // A click by the keyboard has no point.
      return event.detail === 0 && event.type === 'click'
        ? texts.current?.firstIn(element)
        : texts.current?.placeAt(event.clientX, event.clientY, element)
    }
    const onClick = (event: MouseEvent) => {
      event.preventDefault()
      const link = elementOf(event).closest('a[href]')
      const follows = getState().followsLinks || event.ctrlKey || event.metaKey
      if (link !== null && follows) {
        followLink(link)
        return
      }
      const place = placeAt(event)
      if (place !== undefined) void select(targetOf(place))
      else {
        deselect()
        setState({
          metSiteWords: event.detail > 0 && elementOf(event).textContent?.trim() !== '' && elementOf(event).children.length === 0,
        })
      }
    }
    const onMove = (event: MouseEvent) => {
      const place = placeAt(event)
      hovered.current = place === undefined ? null : targetOf(place)
      redraw()
    }
    const onLeave = () => {
      hovered.current = null
      redraw()
    }
    const { signal } = stop
    frame.addEventListener('click', onClick, { signal, capture: true })
    frame.addEventListener('submit', (event) => event.preventDefault(), { signal, capture: true })
    frame.addEventListener('pointermove', onMove, { signal })
    frame.documentElement.addEventListener('pointerleave', onLeave, { signal })
    frame.addEventListener('keydown', (event) => event.key === 'Escape' && deselect(), { signal })
    frame.addEventListener('load', redraw, { signal, capture: true })
    frame.addEventListener('scroll', redraw, { signal, capture: true, passive: true })
    frame.defaultView?.addEventListener('resize', redraw, { signal })
    return () => stop.abort()
  }, [frame, redraw])

  return (
    <iframe
      className="page"
      title={t`Page of the site`}
      src="/studio/frame"
      sandbox="allow-same-origin"
      onLoad={({ currentTarget }) => {
        shownPath.current = null
        setFrame(currentTarget.contentDocument)
      }}
    />
  )
}

/** Shows a version of a page, and finds its texts. */
function show(frame: Document, page: Page, isSamePage: boolean): PageTexts {
  const prepared = prepareDocument(page.html)
  if (isSamePage) morphPage(frame, prepared)
  else replacePage(frame, prepared)
  return new PageTexts(frame.getElementById('root') ?? frame.body, page)
}

/** Opens the page of a link of the same site. */
function followLink(link: Element): void {
  const { origin } = window.location
  const address = new URL(link.getAttribute('href') ?? '', new URL(getState().path, origin))
  if (address.origin === origin) void goTo(address.pathname)
  else window.open(address, '_blank', 'noopener')
}

function nameOf({ file, field }: Target, blockLabel: string): string {
  if (field === '') return blockLabel
  return labelOf(
    field.split('/').findLast((step) => !/^\d*$/.test(step)) ?? field,
    fieldSchema(schemaOf(getState(), file), field, undefined),
  )
}

/** The frame has classes of its own: `instanceof Element` is false there. */
const elementOf = ({ target }: Event): Element =>
  (target as Node).nodeType === Node.ELEMENT_NODE ? (target as Element) : ((target as Node).parentElement as Element)
