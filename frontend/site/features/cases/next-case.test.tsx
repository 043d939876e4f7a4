// @vitest-environment jsdom

import { expectAccessible, stubViewport } from '@portico/app/testing'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { NextCase } from './next-case.tsx'

const CASES = ['one', 'two', 'three'].map((slug) => ({
  slug,
  title: slug,
  href: `/${slug}`,
  figures: [{ value: '1% → 2%', label: 'Yield' }],
  company: { name: 'Company' },
}))

beforeEach(() => void stubViewport({ stillness: true }))

describe('the way on from a case', () => {
  it.each([
    ['one', '/two'],
    ['three', '/one'],
  ])('leads from %s to %s', async (slug, next) => {
    const { container } = await renderPart(<NextCase slug={slug} cases={CASES} />)
    expect(screen.getByRole('link').getAttribute('href')).toBe(next)
    await expectAccessible(container)
  })

  it('is not there where there is only one case', async () => {
    await renderPart(<NextCase slug="one" cases={CASES.slice(0, 1)} />)
    expect(screen.queryByRole('link')).toBeNull()
  })
})
