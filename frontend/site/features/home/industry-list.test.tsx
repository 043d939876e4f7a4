// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { IndustryList } from './industry-list.tsx'

const industry = (slug: string, value: number) => ({
  slug,
  name: slug,
  summary: slug,
  allocation: { value, text: `${value}.0%` },
})

const bars = () =>
  screen.getAllByRole('listitem').map(({ style }) => [style.getPropertyValue('--from'), style.getPropertyValue('--share')])

describe('shares of the industries', () => {
  it('each bar begins where the one above ends, and all together are the whole', async () => {
    await renderPart(<IndustryList items={[industry('a', 50), industry('b', 30), industry('c', 20)]} />)
    expect(bars()).toEqual([
      ['0%', '50%'],
      ['50%', '30%'],
      ['80%', '20%'],
    ])
  })

  it('nothing invested is drawn as nothing', async () => {
    await renderPart(<IndustryList items={[industry('a', 0), industry('b', 0)]} />)
    expect(bars().flat()).toEqual(['0%', '0%', '0%', '0%'])
  })
})
