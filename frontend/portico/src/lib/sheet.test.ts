// @vitest-environment jsdom

import { afterEach, expect, it, vi } from 'vitest'
import { loadSheet } from './sheet.ts'

const links = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]

afterEach(() => {
  for (const link of links()) link.remove()
})

it('waits for a sheet, and asks for it once', async () => {
  const both = Promise.all([loadSheet('/a.css'), loadSheet('/a.css')])
  expect(links().map((link) => link.getAttribute('href'))).toEqual(['/a.css'])
  links()[0]!.dispatchEvent(new Event('load'))
  await both
})

it('does without a sheet that cannot be had, and asks for it again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const loading = loadSheet('/b.css')
  links()[0]!.dispatchEvent(new Event('error'))
  await loading
  expect(logged).toHaveBeenCalled()
  expect(links()).toEqual([])
  void loadSheet('/b.css')
  expect(links()).toHaveLength(1)
})
