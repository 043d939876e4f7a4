// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { Toasts } from './Toasts.tsx'

describe('Toasts', () => {
  it('announces an error as an alert, shows a notification with its heading, and can be dismissed', async () => {
    const onDismiss = vi.fn()
    await renderPart(
      <Toasts
        messages={[
          { id: 1, kind: 'error', text: 'The code is wrong.' },
          { id: 2, kind: 'notification', title: 'Saved', body: 'It is live.' },
        ]}
        onDismiss={onDismiss}
      />,
    )
    expect(screen.getByRole('alert').textContent).toContain('The code is wrong.')
    expect(screen.getByText('Saved')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Dismiss' })[1] as HTMLElement)
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith(2)
  })
})
