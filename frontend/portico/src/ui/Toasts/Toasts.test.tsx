// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { expectAccessible } from '#/testing/axe.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { Toasts } from './Toasts.tsx'
import type { ToastMessage } from './toast-message.ts'

const MESSAGES: ToastMessage[] = [
  { id: 1, kind: 'error', text: 'The code is wrong.', lasts: 3_000 },
  { id: 2, kind: 'notification', title: 'Saved', body: 'It is live.', lasts: 4_500 },
]

describe('Toasts', () => {
  it('announces an error as an alert, shows a notification with its heading, and can be dismissed', async () => {
    const onDismiss = vi.fn()
    await renderPart(<Toasts messages={MESSAGES} onDismiss={onDismiss} />)
    expect((await screen.findByRole('alert')).textContent).toContain('The code is wrong.')
    expect(screen.getByText('Saved')).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByText('Saved').closest('[role=dialog]')!.querySelector('button')!)
    await waitFor(() => expect(onDismiss).toHaveBeenCalledExactlyOnceWith(2))
  })

  it('closes what is no longer among the messages', async () => {
    function Page() {
      const [messages, setMessages] = useState(MESSAGES)
      return (
        <>
          <button type="button" onClick={() => setMessages(MESSAGES.slice(1))}>
            Next
          </button>
          <Toasts messages={messages} onDismiss={() => {}} />
        </>
      )
    }
    await renderPart(<Page />)
    await screen.findByRole('alert')
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(screen.getByText('Saved')).toBeTruthy()
  })

  it('shows each as long as it lasts, from when it is seen (R9.04)', async () => {
    const onDismiss = vi.fn()
    const [error, notification] = MESSAGES as [ToastMessage, ToastMessage]
    await renderPart(
      <Toasts
        messages={[
          { ...error, lasts: 20 },
          { ...notification, lasts: 60_000 },
        ]}
        onDismiss={onDismiss}
      />,
    )
    expect(await screen.findByRole('alert')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(onDismiss).toHaveBeenCalledExactlyOnceWith(1)
    expect(screen.getByText('Saved')).toBeTruthy()
  })
})
