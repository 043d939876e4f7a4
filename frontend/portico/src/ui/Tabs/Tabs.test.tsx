// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '#/testing/axe.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { Tabs } from './Tabs.tsx'

const VIEWS = [
  { id: 'q3', label: 'Third quarter', content: <p>Three letters</p> },
  { id: 'q2', label: 'Second quarter', content: <p>Two letters</p> },
]

describe('Tabs', () => {
  it('shows one view, and another by click and by keyboard', async () => {
    await renderPart(<Tabs label="Letters" tabs={VIEWS} />)
    expect(screen.getByRole('tabpanel', { name: 'Third quarter' }).textContent).toContain('Three letters')
    await userEvent.click(screen.getByRole('tab', { name: 'Second quarter' }))
    expect(screen.getByRole('tabpanel', { name: 'Second quarter' }).textContent).toContain('Two letters')
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    expect(screen.getByRole('tabpanel', { name: 'Third quarter' })).toBeTruthy()
    await expectAccessible()
  })

  it('renders every view on the server, for those without JavaScript, and the same markup each time', () => {
    const markup = renderToString(<Tabs label="Letters" tabs={VIEWS} />)
    expect(markup).toContain('Three letters')
    expect(markup).toContain('Two letters')
    expect(renderToString(<Tabs label="Letters" tabs={VIEWS} />)).toBe(markup)
  })
})
