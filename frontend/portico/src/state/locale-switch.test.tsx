// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/" }

import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { useLocaleSwitch } from '#/state/locale-switch.ts'
import { renderPart } from '#/testing/render-part.tsx'

function Switch() {
  const { alternates, switchTo } = useLocaleSwitch()
  return (
    <button type="button" onClick={() => switchTo('zh-CN')}>
      {alternates.map(({ href }) => href).join(' ')}
    </button>
  )
}

describe('the switch of languages (R4.04)', () => {
  it.each([
    ['not-found', '/en/nowhere?x=1', '/nowhere?x=1 /en/nowhere?x=1'],
    ['not-found', '/en/404', ''],
    ['error-503', '/en/news?page=2', '/news?page=2 /en/news?page=2'],
  ])('%s in place of %s is offered at: %s', async (route, at, offered) => {
    await renderPart(<Switch />, { route, at })
    expect(screen.getByRole('button').textContent).toBe(offered)
  })

  it('R2.25: the address of nothing that was answered in the visitor’s language is asked for again in the one that is chosen', async () => {
    const reload = vi.fn()
    vi.stubGlobal('location', { ...window.location, reload })
    await renderPart(<Switch />, { route: 'not-found', at: '/nowhere' })
    await userEvent.click(screen.getByRole('button'))
    expect(reload).toHaveBeenCalledOnce()
    expect(document.cookie).toContain('=zh-CN')
  })
})
