// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { PageData } from '#/queries.ts'
import Page from '#/routes/industry.tsx'
import { renderPart } from '#/testing/render-part.tsx'
import { sampleInput } from '#/testing/sample-payload.ts'

const { industries } = sampleInput('industry', 'en').payload.data as unknown as PageData<'industry'>
const names = industries.items.map(({ name }) => name)

/** jsdom has no layout: the fields of the map are placed beside each other, from left to right. */
function layOut(links: HTMLElement[]) {
  for (const [index, link] of links.entries()) {
    vi.spyOn(link, 'getBoundingClientRect').mockReturnValue(new DOMRect(index * 100, 0, 100, 100))
  }
}

async function openMap() {
  stubViewport()
  await renderPart(<Page />, { route: 'industry' })
  const links = within(screen.getByRole('list', { name: /by their share/u })).getAllByRole('link')
  layOut(links)
  return links
}

describe('the map of industries', () => {
  it('Tab stops once in the map, the arrow keys walk to the neighbour', async () => {
    const [first, second] = await openMap()
    await userEvent.tab()
    expect(document.activeElement).toBe(first)
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(second)
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(second)
    await userEvent.tab()
    expect(document.activeElement?.closest('section')?.id).toBe(industries.items[0]?.slug)
  })

  it('arrow keys with a modifier stay the browser’s', async () => {
    const [first] = await openMap()
    first?.focus()
    expect(fireEvent.keyDown(first as HTMLElement, { key: 'ArrowLeft', altKey: true })).toBe(true)
    expect(document.activeElement).toBe(first)
  })

  it('shows the sentence of the field one has walked to, and of no other', async () => {
    await openMap()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    const shown = Array.from(document.querySelectorAll('[data-shown="true"]'), (sentence) => sentence.textContent)
    expect(shown).toEqual([`${names[1]} ${industries.items[1]?.summary}`])
  })

  it('every field of the map leads to a part of the page with its name, its questions and its companies', async () => {
    const links = await openMap()
    for (const [index, link] of links.entries()) {
      const part = document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
      expect(within(part as HTMLElement).getByRole('heading', { level: 2, name: names[index] })).toBeTruthy()
      expect(within(part as HTMLElement).getAllByRole('listitem').length).toBeGreaterThan(1)
    }
    await expectAccessible()
  })
})
