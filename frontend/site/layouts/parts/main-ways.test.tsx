// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { MainWays } from './main-ways.tsx'

describe('the ways through the site', () => {
  it.each([
    ['about', 'About', 'page'],
    ['financial', 'About', 'true'],
    ['company', 'Companies', 'true'],
    ['case', 'Cases', 'true'],
    ['news-article', 'News', 'true'],
    ['home', undefined, undefined],
  ])('say on the page %s where one is: %s', async (route, name, current) => {
    await renderPart(<MainWays look="line" />, { route })
    const marked = screen.getAllByRole('link').filter((way) => way.hasAttribute('aria-current'))
    expect(marked.map((way) => [way.textContent, way.getAttribute('aria-current')])).toEqual(
      name === undefined ? [] : [[name, current]],
    )
  })
})
