// @vitest-environment jsdom

import { expectAccessible } from '@portico/app/testing'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { Pager } from './Pager.tsx'

const BEFORE = { href: '/one', where: 'Before', title: 'One' }
const AFTER = { href: '/three', where: 'After', title: '三', lang: 'zh-CN' }

const links = () => screen.getAllByRole('link').map((link) => [link.getAttribute('rel'), link.getAttribute('href')])

describe('links to the neighbours of one of many', () => {
  it('lead to the one before and the one after, each in its language', async () => {
    const { container } = await renderPart(<Pager label="Through them" before={BEFORE} after={AFTER} />)
    expect(links()).toEqual([
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
    await renderPart(<Pager label="Through them" {...beside} />)
    expect(links()).toEqual(expected)
  })

  it('are none for what is alone', async () => {
    const { container } = await renderPart(<Pager label="Through them" before={undefined} after={undefined} />)
    expect(container.innerHTML).toBe('')
  })
})
