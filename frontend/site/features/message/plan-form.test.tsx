// @vitest-environment jsdom

import { configureApi } from '@portico/app/api/client.ts'
import { mayLeave } from '@portico/app/state/busy.ts'
import { answerFetch, ok } from '@portico/app/testing/answers.ts'
import { stubBrowser } from '@portico/app/testing/document.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { renderPart } from '#/testing/render-part.tsx'
import { PlanForm } from './plan-form.tsx'

const DRAFT = 'portico-draft /api/message/bp'

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
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

  it.each([
    ['en', 'The plan', 'Choose a file', 'or drop it here', 'Choose another'],
    ['zh-CN', '商业计划书', '选择文件', '或拖到这里', '换一个文件'],
  ] as const)('speaks in %s of the file too, and names the one it took', async (locale, label, choose, drop, another) => {
    await renderPart(<PlanForm />, { route: 'message-bp', locale })
    expect(screen.getByText(choose)).toBeTruthy()
    expect(screen.getByText(drop)).toBeTruthy()
    await userEvent.upload(screen.getByLabelText(label), new File(['x'], 'plan.pdf', { type: 'application/pdf' }))
    expect(screen.getByText('plan.pdf')).toBeTruthy()
    expect(screen.getByText(another)).toBeTruthy()
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

  it('R9.05: what was written survives leaving, another language and a reload, until it is sent; file and consent are asked anew', async () => {
    answerFetch(() => ok({ id: '1' }))
    const { unmount } = await renderPart(<PlanForm />, { route: 'message-bp' })
    await userEvent.type(screen.getByLabelText('Company'), 'Acme')
    await userEvent.selectOptions(screen.getByLabelText('Stage'), 'Series A')
    await userEvent.click(screen.getByRole('checkbox'))
    expect(screen.queryByText(/What you wrote before/u)).toBeNull()
    unmount()
    expect(localStorage.getItem(DRAFT)).toContain('Acme')
    const again = await renderPart(<PlanForm />, { route: 'message-bp', locale: 'zh-CN' })
    expect((screen.getByLabelText('公司') as HTMLInputElement).value).toBe('Acme')
    expect((screen.getByLabelText('阶段') as HTMLSelectElement).value).not.toBe('')
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(false)
    expect(screen.getByText('您上次填写的内容已恢复。附件请重新选择，并再次勾选同意。')).toBeTruthy()
    again.unmount()
    await renderPart(<PlanForm />, { route: 'message-bp' })
    await userEvent.clear(screen.getByLabelText('Company'))
    await fill()
    await screen.findByRole('heading', { name: 'Your message has arrived.' })
    expect(localStorage.getItem(DRAFT)).toBeNull()
  })

  it('is left unsent only when its writer agrees: asked in the app, and by the browser before another document', async () => {
    answerFetch(() => ok({ id: '1' }))
    await renderPart(<PlanForm />, { route: 'message-bp' })
    expect(await mayLeave('/en/about')).toBe(true)
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
    await userEvent.type(screen.getByLabelText('Company'), 'Acme')
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false)
    expect(await mayLeave('/message/bp'), 'the same page in Chinese has the same text').toBe(true)
    const staying = mayLeave('/en/about')
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(await staying).toBe(false)
    const leaving = mayLeave('/en/about')
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await leaving).toBe(true)
    expect(await mayLeave('/en/news'), 'asked once').toBe(true)
    expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  })

  it('says that a chosen file cannot be kept, whatever follows', async () => {
    const { unmount } = await renderPart(<PlanForm />, { route: 'message-bp' })
    await userEvent.upload(screen.getByLabelText('The plan'), new File(['x'], 'plan.pdf', { type: 'application/pdf' }))
    const asked = mayLeave('/message/bp')
    expect((await screen.findByRole('dialog')).textContent).toContain('only the file has to be chosen again.')
    await userEvent.keyboard('{Escape}')
    expect(await asked).toBe(false)
    expect(await mayLeave('/en/message/bp'), 'the page itself').toBe(true)
    const left = mayLeave('/en/about')
    await screen.findByRole('dialog')
    unmount()
    expect(await left, 'the page has gone meanwhile').toBe(true)
  })

  it('opens what the consent is about in a tab of its own', async () => {
    await renderPart(<PlanForm />, { route: 'message-bp' })
    const link = screen.getByRole('link', { name: /^privacy policy ?\(opens in a new tab\)$/u })
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
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
