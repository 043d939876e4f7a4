// R9.06: a media query for a width names a breakpoint, in px or in em, or the last pixel below it.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FRONTEND = join(import.meta.dirname, '../..')
const BREAKPOINTS = [480, 576, 768, 992, 1200, 1600, 2000]

/** The company's name fits the head of windows below 360 px in smaller letters alone. */
const OWN_WIDTHS = { 'site/ui/Logo/Logo.module.css': [360] }

it.each(globSync('{site,portico/src,parts}/**/*.css', { cwd: FRONTEND }))('%s changes at breakpoints alone (R9.06)', (file) => {
  const known = [...BREAKPOINTS, ...(OWN_WIDTHS[file as keyof typeof OWN_WIDTHS] ?? [])]
  expect(widthsIn(readFileSync(join(FRONTEND, file), 'utf8')).filter((width) => !known.includes(width))).toEqual([])
})

it('finds widths in px and em, from below and from above', () => {
  const queries =
    '(min-width: 768px) (max-width: 767px) (max-width: 991.98px) (min-width: 62em) (max-width: 61.99em) (min-width: 500px)'
  expect(widthsIn(queries)).toEqual([768, 768, 992, 992, 992, 500])
})

/** Breakpoints, in pixels, that media queries name. */
function widthsIn(css: string): number[] {
  return [...css.matchAll(/\((min|max)-width: ([\d.]+)(px|em)\)/g)].map(([, side, number, unit]) => {
    const pixels = Number(number) * (unit === 'em' ? 16 : 1)
    return side === 'min' ? pixels : Math.floor(pixels + 1)
  })
}
