// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configureApi } from '#/api/client.ts'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { answerFetch, ok } from '#/testing/answers.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { PlanForm } from './plan-form.tsx'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  configureApi({ base: '', language: () => 'en', isLogin: () => false, before: async () => {}, onLoading: () => {} })
})

async function fill(): Promise<void> {
  const user = userEvent.setup({ delay: null })
  await user.type(screen.getByLabelText('Company'), 'Acme')
  await user.selectOptions(screen.getByLabelText('Stage'), 'Series A')
  await user.type(screen.getByLabelText('Your name'), 'Li Lei')
  await user.type(screen.getByLabelText('E-mail'), 'li@acme.example')
  await user.type(screen.getByLabelText('The plan in a few sentences'), 'Bearings that need no oil, for pumps.')
  await user.upload(screen.getByLabelText('The plan'), new File(['x'], 'plan.pdf', { type: 'application/pdf' }))
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Send the plan' }))
}

describe('the form for a plan', () => {
  it.each([
    ['en', 'Send the plan', ['Please enter Company', 'Please choose a file', 'Please give your consent']],
    ['zh-CN', '提交计划', ['请输入公司', '请选择文件', '请勾选同意']],
  ] as const)('says in %s what is missing, beside its field (R5.01)', async (locale, button, messages) => {
    const asked = answerFetch(() => ok({ id: '1' }))
    await renderPart(<PlanForm />, { route: 'message-bp', locale })
    await userEvent.click(screen.getByRole('button', { name: button }))
    for (const message of messages) expect(screen.getByText(message)).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('sends fields and file once, with a key, and says that they arrived', async () => {
    const asked = answerFetch(() => ok({ id: '1' }))
    await renderPart(<PlanForm />, { route: 'message-bp' })
    await fill()
    await screen.findByRole('heading', { name: 'Your message has arrived.' })
    const form = asked[0]?.body as FormData
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/message/bp'])
    expect([...form.keys()].sort()).toEqual(['company', 'consent', 'email', 'file', 'idempotencyKey', 'name', 'stage', 'summary'])
    expect(form.get('idempotencyKey')).toMatch(/^[0-9a-f]{32}$/u)
  })

  it('keeps everything when it cannot be sent, says so, names another way, and repeats with the same key', async () => {
    const asked = answerFetch(() => ({ status: 404, text: 'no' }))
    await renderPart(
      <>
        <PlanForm />
        <Overlays />
      </>,
      { route: 'message-bp' },
    )
    await fill()
    expect((await screen.findByRole('alert')).textContent).toContain('What you entered is still here')
    expect(screen.getByRole('link', { name: 'hello@site.example' }).getAttribute('href')).toBe('mailto:hello@site.example')
    expect((screen.getByLabelText('Company') as HTMLInputElement).value).toBe('Acme')
    await userEvent.click(screen.getByRole('button', { name: 'Send the plan' }))
    await waitFor(() => expect(asked).toHaveLength(2))
    const keys = asked.map(({ body }) => (body as FormData).get('idempotencyKey'))
    expect(keys[0]).toBe(keys[1])
  })
})
