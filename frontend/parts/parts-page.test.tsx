// @vitest-environment jsdom

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { PartsPage } from './parts-page.tsx'
import { readView, searchOf } from './view.ts'

beforeEach(() => {
  stubViewport()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})

describe('the parts page', () => {
  it.each(['en', 'zh-CN'] as const)('shows every group in %s, accessibly', async (locale) => {
    const error = vi.spyOn(console, 'error')
    await renderPart(<PartsPage view={{ locale, theme: 'light', ground: 'paper' }} />, { locale })
    expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(6)
    // A page of samples skips levels of headings and repeats landmarks; its parts must not be wrong
    // in themselves.
    await expectAccessible(document.body, [
      'heading-order',
      'page-has-heading-one',
      'landmark-unique',
      'landmark-no-duplicate-banner',
    ])
    expect(error).not.toHaveBeenCalled()
  })

  it('knows every part of ui/, but for those that the list below names with their reason', () => {
    const elsewhere = [
      'Article', // a frame of one page
      'Counter', // moves; shown on the page of totals
      'Hidden', // cannot be seen
      'Html', // has no looks of its own
      'LazyImage', // a behaviour
      'LoadingMark', // at the top of every page that loads
      'RefusalSummary', // put into a page by the origin, where no script runs
      'Reveal', // a behaviour
      'Shared', // a behaviour
      'Sentences', // in the heads of pages
      'SeriesFigure', // chart of one page
      'TideChart', // chart of one page
      'TideLine', // chart of one page
      'Treemap', // chart of one page
      'form', // a hook
      'lazy', // a hook
    ]
    const here = import.meta.dirname
    const files = readdirSync(here).filter((name) => name.endsWith('-parts.tsx'))
    const shown = files.map((name) => readFileSync(join(here, name), 'utf8')).join('')
    const parts = ['../portico/src/ui', '../site/ui'].flatMap((folder) => readdirSync(join(here, folder)))
    const entries = join(here, '../portico/src/entries')
    const indexes = readdirSync(entries).map((name) => readFileSync(join(entries, name), 'utf8'))
    const components = [...indexes.join('').matchAll(/\{([^}]+)\} from '#\/ui\/(\w+)\//g)].flatMap(([, names = '', folder]) =>
      names.split(',').map((name) => ({ folder, name: name.trim() })),
    )
    const isShown = (part: string) =>
      shown.includes(`/ui/${part}/`) || components.some(({ folder, name }) => folder === part && shown.includes(`<${name}`))
    expect(parts.filter((part) => !elsewhere.includes(part) && !isShown(part))).toEqual([])
  })

  it('takes its view from the address, and the first of each kind where that says nothing', () => {
    expect(readView('?locale=en&theme=dark&ground=deep')).toEqual({ locale: 'en', theme: 'dark', ground: 'deep' })
    expect(readView('?theme=pink')).toEqual({ locale: 'zh-CN', theme: 'light', ground: 'paper' })
    expect(readView(searchOf(readView(''), { ground: 'foam' })).ground).toBe('foam')
  })
})
