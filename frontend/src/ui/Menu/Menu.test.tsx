// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { expectAccessible } from '#/testing/axe.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { Menu } from './Menu.tsx'

const onSelect = vi.fn()
const menu = (
  <Menu
    head="lin@site.example"
    items={[
      { id: 'members', label: 'Members', href: '/en/product' },
      { id: 'out', label: 'Sign out', onSelect },
    ]}
  >
    Lin
  </Menu>
)
const opener = () => screen.getByRole('button', { name: 'Lin', hidden: true })

describe('Menu', () => {
  it('opens from the keyboard, is walked by arrows, and gives the focus back on Escape', async () => {
    await renderPart(menu)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('menu')
    expect(opener().getAttribute('aria-expanded')).toBe('true')
    await expectAccessible(screen.getByRole('menu'))
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Members' })))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(opener())
  })

  it('does what an item says, and closes; ways are links', async () => {
    await renderPart(menu)
    await userEvent.click(opener())
    expect((await screen.findByRole('menuitem', { name: 'Members' })).getAttribute('href')).toBe('/en/product')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Sign out' }))
    expect(onSelect).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })
})
