// The five years as a report of two pages: the tide of assets, the table, small charts, a sentence
// on each year, how to read it all.

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FileInput, FileMaker } from '@portico/app/worker'
import { addPage, artifact, closeSheet, openSheet, PAGE, part, type Sheet } from '#/files/pdf/sheet.ts'
import { broken, line, paragraph } from '#/files/pdf/text.ts'
import { section } from '#/labels/page-sections.ts'
import { type Column, columns, type FinancialData } from './columns.ts'
import { BOTTOM, COLOR, LEFT, RIGHT, stylesOf, TOP, WIDE } from './look.ts'
import { SMALL_HEIGHT, smallColumns } from './small-columns.ts'
import { rule, table } from './table.ts'
import { TIDE_HEIGHT, tide } from './tide.ts'

const figures: FileMaker = async (page, i18n) => {
  const { locale, site } = page
  const data = page.payload.data as FinancialData
  const sheet = openSheet({
    locale,
    title: `${data.page.title} · ${site.name[locale]}`,
    author: site.legalName[locale],
    date: new Date(Date.UTC(data.years.items.at(-1)?.year ?? site.founded, 11, 31)),
  })
  addPage(sheet)
  overview(sheet, data, i18n)
  addPage(sheet)
  notes(sheet, data, page, i18n)
  furniture(sheet, page, data.page.kicker ?? '')
  return closeSheet(sheet)
}

export default figures

/** Title, tide, table, small charts. */
function overview(sheet: Sheet, { page, years }: FinancialData, i18n: I18n): void {
  const { title, lead, caption } = stylesOf(sheet.locale)
  let y = TOP + title.size
  part(sheet.root, sheet, 'H1', () => line(sheet, page.title, LEFT, y, title))
  y += 20 + lead.size
  if (page.lead !== undefined) {
    const text = page.lead
    part(sheet.root, sheet, 'P', () => {
      y = paragraph(sheet, text, WIDE, y, RIGHT - WIDE, lead)
    })
  }
  const [assets, revenue, carry, distributed] = columns
  const series = ({ value, text }: Column) =>
    years.items.map((year) => ({ label: String(year.year), value: value(year, sheet.locale), text: text(year, sheet.locale) }))
  const words = (column: Column) => {
    const [name, unit] = [i18n._(column.label), column.unit === undefined ? '' : i18n._(column.unit)]
    const list = series(column).map(({ label, text }) => `${label} ${text}`)
    return { title: name, unit, alt: `${name} ${unit}: ${list.join(', ')}` }
  }
  tide(sheet, series(assets), words(assets), y)
  y += TIDE_HEIGHT + 26
  const heads = columns.map((column) => ({ name: words(column).title, unit: words(column).unit }))
  const rows = years.items.toReversed().map((year) => ({
    name: String(year.year),
    cells: columns.map(({ text }) => text(year, sheet.locale)),
  }))
  y = table(sheet, i18n._(msg`Year`), heads, rows, y)
  const unit = i18n._(msg`Amounts in yuan, at or for the year ending 31 December.`)
  part(sheet.root, sheet, 'P', () => line(sheet, unit, LEFT, y + 14, caption))
  y += 48
  if (y + SMALL_HEIGHT > BOTTOM) {
    addPage(sheet)
    y = TOP
  }
  smallColumns(
    sheet,
    [revenue, carry, distributed].map((column) => ({ ...words(column), columns: series(column) })),
    y,
  )
}

/** A sentence on each year, how to read the figures, where they come from. */
function notes(sheet: Sheet, { page, years }: FinancialData, { head, site }: FileInput, i18n: I18n): void {
  const byYear = years.items.toReversed().map((year) => ({ title: String(year.year), text: year.note }))
  let y = block(sheet, i18n._(msg`Year by year`), byYear, TOP + 10)
  const reading = section(page, 'reading')
  if (reading?.items !== undefined) {
    const items = reading.items.map(({ title = '', text = '' }) => ({ title, text }))
    y = block(sheet, reading.title ?? i18n._(msg`Notes`), items, y + 26)
  }
  const url = head.canonical
  const source = i18n._(msg`These figures stand on ${url}; that page may have newer ones.`)
  const untitled = [source, site.notice[sheet.locale]].map((text) => ({ title: '', text }))
  block(sheet, i18n._(msg`Source`), untitled, y + 26)
}

/** A label in the margin, and items in the wide column. Returns where the next block may begin. */
function block(sheet: Sheet, label: string, items: readonly { title: string; text: string }[], top: number): number {
  const styles = stylesOf(sheet.locale)
  let y = top
  for (const [index, { title, text }] of items.entries()) {
    const height = (broken(sheet, text, RIGHT - WIDE, styles.text).length + (title === '' ? 0 : 1)) * styles.text.leading + 12
    if (y + height > BOTTOM) {
      addPage(sheet)
      y = TOP + 10
    }
    if (index === 0) {
      rule(sheet, y - 16, COLOR.ink, 0.8)
      part(sheet.root, sheet, 'H2', () => line(sheet, label, LEFT, y, styles.label))
    }
    if (title !== '') {
      part(sheet.root, sheet, 'H3', () => line(sheet, title, WIDE, y, styles.strong))
      y += styles.text.leading
    }
    part(sheet.root, sheet, 'P', () => {
      y = paragraph(sheet, text, WIDE, y, RIGHT - WIDE, styles.text)
    })
    y += 8
  }
  return y
}

/** Frame of every page: the firm, the years, the notice, the number. */
function furniture(sheet: Sheet, { site, locale }: FileInput, kicker: string): void {
  const { label, caption } = stylesOf(locale)
  const { start, count } = sheet.doc.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    sheet.doc.switchToPage(index)
    artifact(sheet, () => {
      line(sheet, site.name[locale], LEFT, 52, { ...label, size: 10 })
      line(sheet, kicker, RIGHT, 52, { ...label, weight: 'regular' }, 'right')
      line(sheet, site.notice[locale], LEFT, PAGE.height - 40, { ...caption, size: 7.5 })
      line(sheet, `${index + 1} / ${count}`, RIGHT, PAGE.height - 40, caption, 'right')
    })
    rule(sheet, PAGE.height - 54, COLOR.line, 0.5)
  }
}
