// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configureApi } from '#/api/client.ts'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { type Asked, answerFetch, ok, type Reply, refused } from '#/testing/answers.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { LoginForm } from './login-form.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  configureApi({ base: '', language: () => 'en', isLogin: () => false, before: async () => {}, onLoading: () => {} })
})

async function askForCode(reply: (asked: Asked) => Reply): Promise<Asked[]> {
  const asked = answerFetch(reply)
  await renderPart(
    <>
      <LoginForm />
      <Overlays />
    </>,
    { route: 'login' },
  )
  await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send the code' }))
  return asked
}

describe('signing in', () => {
  it('asks for the code that was sent, and for another one only after the waiting time', async () => {
    const asked = await askForCode(() => ok({ resendAfter: 60 }))
    expect(await screen.findByLabelText('Code')).toBeTruthy()
    expect(screen.getByText(/sent to a@b.example/u)).toBeTruthy()
    expect((screen.getByRole('button', { name: /Another code in/u }) as HTMLButtonElement).disabled).toBe(true)
    expect(asked.map(({ url }) => url)).toEqual(['/api/common/send-email-code'])
  })

  it('a wrong code: the server’s words as a toast, and the step stays (R8.06)', async () => {
    await askForCode(({ url }) => (url.endsWith('login') ? refused(400, 'The code is wrong.') : ok({ resendAfter: 60 })))
    await userEvent.type(await screen.findByLabelText('Code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect((await screen.findByRole('alert')).textContent).toContain('The code is wrong.')
    await waitFor(() => expect((screen.getByRole('button', { name: 'Sign in' }) as HTMLButtonElement).disabled).toBe(false))
  })

  it('does not send what is no address or no code', async () => {
    const asked = answerFetch(() => ok({ resendAfter: 60 }))
    await renderPart(<LoginForm />, { route: 'login' })
    await userEvent.type(screen.getByLabelText('E-mail'), 'nobody')
    await userEvent.click(screen.getByRole('button', { name: 'Send the code' }))
    expect(screen.getByText('E-mail is not a valid e-mail address')).toBeTruthy()
    expect(asked).toEqual([])
  })
})
