// A PDF in the making: A4, tagged for screen readers, with the firm's fonts. Sizes and places are
// in points from the page's upper left corner; `baseline` is the line under the letters.
//
// Same input, same bytes: the date inside is the caller's, and the file's id is made from the
// input.

import { buffer } from 'node:stream/consumers'
import type { LocaleCode } from '@portico/app'
import PDFDocument from 'pdfkit'
import { type Fonts, openFonts } from './fonts.ts'

export type Sheet = {
  doc: PDFKit.PDFDocument
  fonts: Fonts
  locale: LocaleCode
  /** The structure that screen readers follow; parts are added in reading order. */
  root: PDFKit.PDFStructureElement
}

export type SheetInfo = {
  locale: LocaleCode
  title: string
  author: string
  /** Date of the document's contents; there is no clock. */
  date: Date
}

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89 }

/** An empty document; `addPage` makes the first page. */
export function openSheet({ locale, title, author, date }: SheetInfo): Sheet {
  const doc = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    displayTitle: true,
    // Without this a standard font that is not embedded would be the first.
    font: '',
    info: { Title: xmlSafe(title), Author: xmlSafe(author), Producer: 'Portico', Creator: 'Portico', CreationDate: date },
    lang: locale,
    pdfVersion: '1.7',
    tagged: true,
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  return { doc, fonts: openFonts(), locale, root }
}

/** The next page. Text does not flow: the caller places everything. */
export function addPage({ doc }: Sheet): void {
  doc.addPage({ size: 'A4', margin: 0 })
}

/** Ends the document. */
export async function closeSheet({ doc, root }: Sheet): Promise<Uint8Array> {
  root.end()
  doc.end()
  return buffer(doc)
}

/** Adds a part that screen readers know as `type`, drawn by `draw`. */
export function part(
  parent: PDFKit.PDFStructureElement,
  sheet: Sheet,
  type: string,
  draw: () => void,
  options: PartOptions = {},
): void {
  // The types lack `scope` and `bbox`, which the library has.
  parent.add(sheet.doc.struct(type, options as object, [draw]))
}

export type PartOptions = {
  /** Description of a figure. */
  alt?: string
  /** Scope of a header cell. */
  scope?: 'Column' | 'Row'
  /** Left, top, right and bottom of a figure. */
  bbox?: [number, number, number, number]
}

/** Adds a part that holds parts. */
export function group(
  parent: PDFKit.PDFStructureElement,
  { doc }: Sheet,
  type: string,
  fill: (group: PDFKit.PDFStructureElement) => void,
): void {
  const element = doc.struct(type)
  parent.add(element)
  fill(element)
  element.end()
}

/** Draws decoration: lines, running heads, page numbers. Screen readers pass over it. */
export function artifact({ doc }: Sheet, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

/** pdfkit writes title and author into XML as they are. */
function xmlSafe(text: string): string {
  return text.replaceAll('&', '＆').replaceAll('<', '‹').replaceAll('>', '›')
}
