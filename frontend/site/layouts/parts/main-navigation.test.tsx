// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { MainNavigation } from './main-navigation.tsx'

describe('the main navigation', () => {
  it.each([
    ['about', 'About', 'page'],
    ['financial', 'About', 'true'],
    ['company', 'Companies', 'true'],
    ['case', 'Cases', 'true'],
    ['news-article', 'News', 'true'],
    ['home', undefined, undefined],
  ])('says on the page %s where one is: %s', async (route, name, current) => {
    await renderPart(<MainNavigation look="line" />, { route })
    const marked = screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current'))
    expect(marked.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual(
      name === undefined ? [] : [[name, current]],
    )
  })
})
