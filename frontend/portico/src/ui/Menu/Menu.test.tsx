// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { expectAccessible } from '#/testing/axe.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { Menu } from './Menu.tsx'

const onSelect = vi.fn()
const onEscape = vi.fn()
const menu = (
  // biome-ignore lint/a11y/noStaticElementInteractions: stands for a dialog around the menu
  <div onKeyDown={({ key }) => key === 'Escape' && onEscape()}>
    <Menu
      head="lin@site.example"
      items={[
        { id: 'members', label: 'Members', href: '/en/product' },
        { id: 'out', label: 'Sign out', onSelect },
      ]}
    >
      Lin
    </Menu>
    <a href="#next">Next</a>
  </div>
)
const opener = () => screen.getByRole('button', { name: 'Lin' })
const isOpen = () => screen.queryByRole('list') !== null
const focused = () => document.activeElement?.textContent

beforeEach(() => {
  onSelect.mockClear()
  onEscape.mockClear()
})

describe('Menu', () => {
  it('opens from the keyboard, and Escape closes it, not what is around it, and gives the focus back', async () => {
    await renderPart(menu)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(opener().getAttribute('aria-expanded')).toBe('true')
    await expectAccessible()
    await userEvent.tab()
    expect(focused()).toBe('Members')
    await userEvent.keyboard('{Escape}')
    expect(isOpen()).toBe(false)
    expect(focused()).toBe('Lin')
    expect(onEscape).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(onEscape).toHaveBeenCalledOnce()
  })

  it('arrow keys walk it, around its ends', async () => {
    await renderPart(menu)
    await userEvent.click(opener())
    const stops: unknown[] = []
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'x']) {
      await userEvent.keyboard(`{${key}}`)
      stops.push(focused())
    }
    expect(stops).toEqual(['Members', 'Sign out', 'Members', 'Sign out', 'Members', 'Sign out', 'Sign out'])
    await userEvent.click(opener())
    await userEvent.click(opener())
    await userEvent.keyboard('{ArrowUp}')
    expect(focused()).toBe('Sign out')
  })

  it('does what an item says, and closes, with the focus where it was; an address is a link', async () => {
    await renderPart(menu)
    await userEvent.click(opener())
    expect(screen.getByRole('link', { name: 'Members' }).getAttribute('href')).toBe('/en/product')
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    expect(onSelect).toHaveBeenCalledOnce()
    expect(isOpen()).toBe(false)
    expect(focused()).toBe('Lin')
  })

  it('closes when the focus goes on, and when something else is pressed', async () => {
    await renderPart(menu)
    await userEvent.click(opener())
    for (let stop = 0; stop < 3; stop += 1) await userEvent.tab()
    expect(focused()).toBe('Next')
    expect(isOpen()).toBe(false)
    await userEvent.click(opener())
    await userEvent.click(document.body)
    expect(isOpen()).toBe(false)
  })
})
