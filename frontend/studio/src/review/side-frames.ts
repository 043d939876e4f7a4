// The frames of a page before and after: what is marked in them, and how they scroll together.

import { blocksOf, type Difference, differencesBetween } from './page-blocks.ts'

/** The version of a page without the change set, and with it. */
export type Side = 'before' | 'after'

/** A page in its frame; `files`: the address before the paths of its pictures. */
export type SideFrame = { frame: Document; files: string }

/** The frames that are ready. */
export type SideFrames = { [side in Side]?: SideFrame }

const MARK = 'data-studio-differs'
/** Seen on light pages and on dark ones. */
const COLORS = { before: '#d93025', after: '#1e8e3e' }

/** The frames follow the scroll area at once, and have no scroll bar that narrows the page. */
const styleOf = (side: Side) => `
html { scrollbar-width: none; scroll-behavior: auto !important; }
html::-webkit-scrollbar { display: none; }
[${MARK}] { outline: max(2px, 0.22vw) solid ${COLORS[side]} !important; outline-offset: 3px; }
:is(td, th)[${MARK}] { outline-offset: -3px; }`

/** Outlines all blocks that differ, and returns them; none while a side is missing. */
export function markDifferences({ before, after }: SideFrames): Difference[] {
  if (before === undefined || after === undefined) return []
  const blocks = ({ frame, files }: SideFrame) => blocksOf(frame.getElementById('root') ?? frame.body, files)
  const differences = differencesBetween(blocks(before), blocks(after))
  for (const { before, after } of differences) for (const element of [...before, ...after]) element.setAttribute(MARK, '')
  return differences
}

/** Adds the styles of the comparison to a frame's page. */
export function addStyles(frame: Document, side: Side): void {
  const style = frame.createElement('style')
  style.textContent = styleOf(side)
  frame.head.append(style)
}

/** How far the longer page can be scrolled, in its own pixels. */
export function scrollRange(frames: SideFrames): number {
  return Math.max(
    0,
    ...documentsOf(frames).map(({ documentElement }) => documentElement.scrollHeight - documentElement.clientHeight),
  )
}

/** Scrolls all frames to the same place. */
export function scrollFrames(frames: SideFrames, top: number): void {
  for (const { defaultView } of documentsOf(frames)) defaultView?.scrollTo({ top, behavior: 'instant' })
}

/** The differences that can be seen: those in the content first, then those around it. */
export function visibleDifferences(differences: Difference[]): Difference[] {
  const seen = differences.filter(({ before, after }) => [...before, ...after].some(isShown))
  const isContent = ({ before, after }: Difference) => [...before, ...after].some((element) => element.closest('main') !== null)
  return [...seen.filter(isContent), ...seen.filter((difference) => !isContent(difference))]
}

/** Where a difference begins in its page, in pixels below the page's top. */
export function topOf({ before, after }: Difference): number {
  return Math.min(
    ...[...before, ...after]
      .filter(isShown)
      .map((element) => element.getBoundingClientRect().top + (element.ownerDocument.defaultView?.scrollY ?? 0)),
  )
}

/** The documents, without those whose frame is gone. */
const documentsOf = ({ before, after }: SideFrames) =>
  [before, after].flatMap((side) => (side?.frame.defaultView ? [side.frame] : []))

const isShown = (element: Element) => element.getClientRects().length > 0
