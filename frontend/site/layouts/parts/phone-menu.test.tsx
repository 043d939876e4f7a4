// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { SiteHeader } from './site-header.tsx'

const opener = () => screen.getByText('Menu', { selector: 'summary' })

beforeEach(() => void stubViewport())

describe('the menu of a phone', () => {
  it('opens as a dialog with the links, marks the current one, closes on Escape and gives the focus back', async () => {
    await renderPart(<SiteHeader />, { route: 'about' })
    opener().focus()
    await userEvent.click(opener())
    const dialog = await screen.findByRole('dialog', { name: 'Menu' })
    const links = within(within(dialog).getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(links.slice(0, 2).map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
      ['About', 'page'],
      ['Companies', null],
    ])
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await expectAccessible(dialog)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })

  it('holds the links without a script too', async () => {
    const { container } = await renderPart(<SiteHeader />)
    expect(container.querySelector('details')?.textContent).toContain('Companies')
  })
})
