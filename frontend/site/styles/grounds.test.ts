// R9.06 and WCAG 2.2, 1.4.3 and 1.4.11: every pair of colours that meets on a page, on every
// ground, in both themes.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Colours = Record<string, string>

const source = readFileSync(new URL('grounds.css', import.meta.url), 'utf8')
const [screen = ''] = source.split('@media print')
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const grounds = ['paper', 'foam', 'deep']

describe.each(themes)('in the %s theme', (theme) => {
  describe.each(grounds)('on %s', (ground) => {
    const colours = coloursOn(ground, theme)
    it.each([
      ['ink', 7],
      ['ink-soft', 7],
      ['ink-faint', 4.5],
      ['primary-text', 4.5],
      ['primary-strong', 4.5],
      ['danger', 4.5],
      ['success', 4.5],
      ['primary', 3],
      ['line-strong', 3],
      ['tide-5', 3],
    ] as const)('%s has at least %s : 1', (name, least) => {
      expect(contrast(colours, name, 'paper')).toBeGreaterThanOrEqual(least)
    })
    it.each([
      ['ink', 'paper-raised', 7],
      ['ink-soft', 'paper-sunken', 4.5],
      ['ink-faint', 'paper-raised', 4.5],
      ['on-primary', 'primary-text', 4.5],
      ['ink', 'foam', 7],
      ['deep', 'tide-1', 4.5],
    ] as const)('%s on %s has at least %s : 1', (name, below, least) => {
      expect(contrast(colours, name, below)).toBeGreaterThanOrEqual(least)
    })
  })
})

/** Values on a ground: the root's colours, then the ground's own. */
function coloursOn(ground: string, theme: Theme): Colours {
  const named = { ...declarations('paper'), ...declarations(ground), ...declarations() }
  const colour = (value = ''): string => {
    const [, name] = value.match(/^var\(--([a-z0-9-]+)\)$/) ?? []
    if (name !== undefined) return colour(named[name])
    const pair = value.match(/^light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)$/)
    return pair?.[theme === 'light' ? 1 : 2] ?? value
  }
  return Object.fromEntries(Object.keys(named).map((name) => [name, colour(named[name])]))
}

/** Declarations of the rule of `ground`, or of the one for every ground. */
function declarations(ground?: string): Colours {
  const selector = ground === undefined ? ':root,\\s+\\[data-ground\\]' : `\\[data-ground="${ground}"\\]`
  const rule = screen.match(new RegExp(`${selector} \\{([^}]*)\\}`))?.[1] ?? ''
  return Object.fromEntries([...rule.matchAll(/--([a-z0-9-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]))
}

function contrast(colours: Colours, name: string, below: string): number {
  const [high = 0, low = 0] = [luminance(colours[name]), luminance(colours[below])].sort((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

/** Relative luminance as WCAG defines it. */
function luminance(hex = ''): number {
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
