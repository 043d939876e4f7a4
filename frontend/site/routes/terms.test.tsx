// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import Terms from './terms.tsx'

it('an agreement names its version, and its contents lead to its headings', async () => {
  stubViewport()
  const { container } = await renderPart(<Terms />, { route: 'terms' })
  expect(screen.getByText('1 May 2026').tagName).toBe('TIME')
  const [link] = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')
  const target = container.querySelector(`${link?.getAttribute('href')}`)
  expect([link?.textContent, target?.tagName]).toEqual(['Body', 'H2'])
  await expectAccessible(container)
})
