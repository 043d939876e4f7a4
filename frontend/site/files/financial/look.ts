// How the report looks: the site's paper ground in print. Values are those of
// site/styles/grounds.css.

import type { LocaleCode } from '@portico/app'
import { isIdeographic } from '@portico/app/i18n'
import { PAGE } from '#/files/pdf/sheet.ts'
import type { Style } from '#/files/pdf/text.ts'

export const COLOR = {
  ink: '#0e1a2b',
  soft: '#47525f',
  faint: '#5b6571',
  line: '#dcd9d0',
  foam: '#edf2f9',
  pale: '#b3cdf0',
  blue: '#1a5fbf',
  moon: '#e9c46a',
} as const

/** Edges of the text column, and of the wide column: labels hang in the margin beside it. */
export const LEFT = 56
export const RIGHT = PAGE.width - LEFT
export const WIDE = 184
export const TOP = 92
export const BOTTOM = PAGE.height - 66

type Styles = Record<'title' | 'lead' | 'label' | 'text' | 'strong' | 'figure' | 'caption' | 'large', Style>

/**
 * A headline in full-width characters is one step smaller than the Latin one, and its lines are
 * farther apart.
 */
export function stylesOf(locale: LocaleCode): Styles {
  const isFullWidth = isIdeographic(locale)
  const style = (size: number, leading: number, color: string, weight: Style['weight'] = 'regular'): Style => ({
    size,
    leading,
    color,
    weight,
  })
  return {
    title: isFullWidth ? style(30, 39, COLOR.ink, 'strong') : style(38, 42, COLOR.ink),
    lead: isFullWidth ? style(12, 21, COLOR.soft) : style(13.5, 19, COLOR.soft),
    label: style(9, 13, COLOR.ink, 'strong'),
    text: isFullWidth ? style(9.5, 16.5, COLOR.ink) : style(10.5, 15, COLOR.ink),
    strong: isFullWidth ? style(9.5, 16.5, COLOR.ink, 'strong') : style(10.5, 15, COLOR.ink, 'strong'),
    figure: style(11, 15, COLOR.ink),
    caption: style(8, 12, COLOR.faint),
    large: style(30, 30, COLOR.blue),
  }
}
