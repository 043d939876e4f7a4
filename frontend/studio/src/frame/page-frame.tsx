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
import { Glass } from './glass.tsx'
import { type Hit, hasListeners, hitOf } from './hit.ts'
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

  const hover = useCallback(
    (hit: Hit | null) => {
      const place = hit === null ? undefined : texts.current?.placeAt(hit.x, hit.y, hit.element)
      hovered.current = place === undefined ? null : targetOf(place)
      redraw()
    },
    [redraw],
  )

  useEffect(() => {
    if (frame === null) return
    const stop = new AbortController()
    const onClick = (event: MouseEvent) => {
      event.preventDefault()
      clickAt(hitOf(event), texts.current)
    }
    const onMove = (event: MouseEvent) => hover(hitOf(event))
    const onLeave = () => hover(null)
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
  }, [frame, redraw, hover])

  return (
    <>
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
      {frame !== null && !hasListeners(frame) && (
        <Glass frame={frame} onClick={(hit) => clickAt(hit, texts.current)} onMove={hover} onScroll={redraw} />
      )}
    </>
  )
}

/** Opens the editor of the text that was hit, or the page of its link. */
function clickAt(hit: Hit, texts: PageTexts | null): void {
  const { element, x, y } = hit
  const link = element.closest('a[href]')
  if (link !== null && (getState().followsLinks || hit.hasModifier)) {
    followLink(link)
    return
  }
  const place = hit.isKey ? texts?.firstIn(element) : texts?.placeAt(x, y, element)
  if (place !== undefined) {
    void select(targetOf(place))
    return
  }
  deselect()
  setState({ metSiteWords: !hit.isKey && element.textContent?.trim() !== '' && element.children.length === 0 })
}

/** Shows a version of a page, and finds its texts. */
function show(frame: Document, page: Page, isSamePage: boolean): PageTexts {
  const prepared = prepareDocument(page.html, page.files)
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
