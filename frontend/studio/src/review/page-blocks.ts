// Blocks of a page in two versions, and the runs of them that differ.

import { stepsBetween } from '../lib/word-difference.ts'

/** An element with a text of its own, or a picture. `content` is equal where both look alike. */
export type Block = { element: Element; content: string }

/** Neighbouring blocks that differ; one list is empty where blocks were only added or removed. */
export type Difference = { before: Element[]; after: Element[] }

/** The blocks in their order. `files`: the address before the paths of the version's pictures. */
export function blocksOf(element: Element, files: string): Block[] {
  if (element.matches('script, style, template')) return []
  if (element.localName === 'img') return [{ element, content: pictureOf(element, files) }]
  if (hasOwnText(element)) return [{ element, content: (element.textContent ?? '').trim().replace(/\s+/g, ' ') }]
  return [...element.children].flatMap((child) => blocksOf(child, files))
}

/** The differences in the order of the page. */
export function differencesBetween(before: Block[], after: Block[]): Difference[] {
  const differences: Difference[] = []
  let [i, j, isSame] = [0, 0, true]
  const contents = (blocks: Block[]) => blocks.map(({ content }) => content)
  for (const { kind } of stepsBetween(contents(before), contents(after))) {
    if (kind !== 'same' && isSame) differences.push({ before: [], after: [] })
    isSame = kind === 'same'
    if (kind === 'removed') differences.at(-1)?.before.push((before[i] as Block).element)
    if (kind === 'added') differences.at(-1)?.after.push((after[j] as Block).element)
    if (kind !== 'added') i++
    if (kind !== 'removed') j++
  }
  return differences
}

const hasOwnText = ({ childNodes }: Element) =>
  [...childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim() !== '')

/** The picture's path on the site; each version of the site has its own address before it. */
function pictureOf(element: Element, files: string): string {
  const source = element.getAttribute('src') ?? ''
  return `${files !== '' && source.startsWith(files) ? source.slice(files.length) : source} ${element.getAttribute('alt')}`
}
