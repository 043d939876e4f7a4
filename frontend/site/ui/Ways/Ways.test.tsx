// @vitest-environment jsdom

import { expectAccessible } from '@portico/app/testing/axe.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { Ways } from './Ways.tsx'

const BEFORE = { href: '/one', where: 'Before', title: 'One' }
const AFTER = { href: '/three', where: 'After', title: '三', lang: 'zh-CN' }

const ways = () => screen.getAllByRole('link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')])

describe('ways on from one of many', () => {
  it('lead to the one before and the one after, each in its language', async () => {
    const { container } = await renderPart(<Ways label="Through them" before={BEFORE} after={AFTER} />)
    expect(ways()).toEqual([
      ['prev', '/one'],
      ['next', '/three'],
    ])
    expect(screen.getByText('三').lang).toBe('zh-CN')
    await expectAccessible(container)
  })

  it.each([
    ['first', { before: undefined, after: AFTER }, [['next', '/three']]],
    ['last', { before: BEFORE, after: undefined }, [['prev', '/one']]],
  ])('end where the order ends: the %s', async (_, beside, expected) => {
    await renderPart(<Ways label="Through them" {...beside} />)
    expect(ways()).toEqual(expected)
  })

  it('are none for what is alone', async () => {
    const { container } = await renderPart(<Ways label="Through them" before={undefined} after={undefined} />)
    expect(container.innerHTML).toBe('')
  })
})
