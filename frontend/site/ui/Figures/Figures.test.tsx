import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { FigureValue } from './Figures.tsx'

/** The figure's text, with the small parts in brackets. */
const set = (text: string): string =>
  renderToStaticMarkup(<FigureValue text={text} />)
    .replaceAll(/<span[^>]*>/gu, '[')
    .replaceAll('</span>', ']')

describe('FigureValue', () => {
  it.each([
    ['¥ 186 亿', '[¥ ]186[ 亿]'],
    ['CNY 18.6 bn', '[CNY ]18.6[ bn]'],
    ['1,100', '1,100'],
    ['41%', '41%'],
    ['5.4×', '5.4×'],
    ['-4 %', '-4 %'],
    ['7.0 年', '7.0[ 年]'],
  ])('sets %s as %s', (text, expected) => {
    expect(set(text)).toBe(expected)
  })

  it('leaves a figure of two numbers, or of none, in one piece', () => {
    expect(set('34% → 12%')).toBe('[34% → 12%]')
    expect(set('无')).toBe('[无]')
  })
})
