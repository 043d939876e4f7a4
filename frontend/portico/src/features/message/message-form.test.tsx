// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configureApi } from '#/api/config.ts'
import type { LocaleCode } from '#/contract.ts'
import { isBusy, mayLeave } from '#/state/busy.ts'
import { type Asked, answerFetch, blamed, ok, type Reply, refused } from '#/testing/answers.ts'
import { stubBrowser } from '#/testing/document.ts'
import { renderPart } from '#/testing/render-part.tsx'
import type { FormDefinition } from './form-definition.ts'
import { MessageForm } from './message-form.tsx'
import { QuestionField } from './question-field.tsx'

const definition: FormDefinition = {
  fields: [
    { name: 'company', kind: 'text', max: 10, label: 'Company' },
    { name: 'stage', kind: 'choice', label: 'Stage', options: [{ value: 'a', label: 'Series A' }] },
    {
      name: 'place',
      kind: 'choices',
      optional: true,
      label: 'Where',
      options: [
        { value: 'x', label: 'There' },
        { value: 'y', label: 'Here' },
      ],
    },
    { name: 'email', kind: 'email', label: 'E-mail' },
  ],
}

const form = (
  <MessageForm name="bp" definition={definition} send="Send" sent="Thank you.">
    {(form) => definition.fields.map((question) => <QuestionField question={question} form={form} key={question.name} />)}
  </MessageForm>
)

const show = (locale: LocaleCode = 'en') => renderPart(form, { locale })

/** A form that takes a file, too. */
const withFile = (
  <MessageForm
    name="bp"
    definition={{ ...definition, file: { label: 'The plan', optional: true, maxBytes: 1_000, types: ['pdf'] } }}
    send="Send"
    sent="Thank you."
  >
    {(form, file) => (
      <>
        {file}
        {definition.fields.map((question) => (
          <QuestionField question={question} form={form} key={question.name} />
        ))}
      </>
    )}
  </MessageForm>
)

/** Answers the form's requests other than the message itself. */
function answer(message: (asked: Asked) => Reply): Asked[] {
  const asked = answerFetch((request) =>
    request.url.endsWith('/protocol-config') ? ok([{ key: 'privacy', version: 'v1' }]) : message(request),
  )
  return new Proxy(asked, {
    get: (all, name) =>
      Reflect.get(
        all.filter(({ url }) => url.endsWith('/message/bp')),
        name,
      ),
  })
}

const bodies = (asked: Asked[]) => asked.map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>)

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))

async function fill(): Promise<void> {
  const user = userEvent.setup({ delay: null })
  await user.type(screen.getByLabelText('Company'), 'Acme')
  await user.selectOptions(screen.getByLabelText('Stage'), 'Series A')
  await user.click(screen.getByLabelText('Here'))
  await user.type(screen.getByLabelText('E-mail'), 'li@acme.example')
  await user.click(screen.getByRole('checkbox', { name: /I agree|本人同意|同意/u }))
}

beforeEach(() => {
  localStorage.clear()
  stubBrowser()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  configureApi({ base: '', language: () => 'en', isLogin: () => false, before: async () => {}, onLoading: () => {} })
})

describe('a message form', () => {
  it.each([
    ['en', ['Please enter Company', 'Please choose: Stage', 'Please enter E-mail', 'Please give your consent']],
    ['zh-CN', ['请输入Company', '请选择Stage', '请输入E-mail', '请勾选同意']],
  ] as const)(
    'says in %s what is missing, beside its question and in a list that leads there (R5.01)',
    async (locale, messages) => {
      await show(locale)
      await send()
      for (const message of messages) expect(await screen.findAllByText(message)).toHaveLength(2)
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Company')))
      await userEvent.click(screen.getByRole('link', { name: messages[2] }))
      expect(document.activeElement).toBe(screen.getByLabelText('E-mail'))
    },
  )

  it('sends the answers with a key and the consent to the text in force, and shows the number', async () => {
    const asked = answer(() => ok({ number: '7K3D-9QXF' }))
    await show()
    await fill()
    expect(isBusy()).toBe(true)
    await send()
    await screen.findByText('7K3D-9QXF')
    expect(bodies(asked)).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{32}$/u),
        fields: { company: 'Acme', stage: 'a', place: ['y'], email: 'li@acme.example' },
        consent: 'v1',
        website: '',
      },
    ])
    expect(isBusy()).toBe(false)
    expect(localStorage).toHaveLength(0)
  })

  it('keeps what was written over a reload, and asks for consent anew', async () => {
    const { unmount } = await show()
    await fill()
    await waitFor(() => expect(localStorage.getItem('portico-draft bp')).toContain('li@acme.example'))
    unmount()
    await show()
    await screen.findByText(/is here again/u)
    expect((screen.getByLabelText('Company') as HTMLInputElement).value).toBe('Acme')
    expect((screen.getByLabelText('Here') as HTMLInputElement).checked).toBe(true)
    expect((screen.getByRole('checkbox', { name: /I agree/u }) as HTMLInputElement).checked).toBe(false)
  })

  it('repeats a message under its key, also after a reload, and a changed one under another', async () => {
    const asked = answer(() => refused(503, 'Later.'))
    const { unmount } = await show()
    await fill()
    await send()
    await screen.findByRole('alert')
    await send()
    await waitFor(() => expect(asked).toHaveLength(2))
    unmount()
    await show()
    await screen.findByText(/is here again/u)
    await userEvent.click(screen.getByRole('checkbox', { name: /I agree/u }))
    await send()
    await waitFor(() => expect(asked).toHaveLength(3))
    await screen.findByRole('alert')
    await userEvent.type(screen.getByLabelText('Company'), '2')
    await send()
    await waitFor(() => expect(asked).toHaveLength(4))
    const [first, second, third, changed] = bodies(asked).map(({ key }) => key)
    expect([second, third]).toEqual([first, first])
    expect(changed).not.toBe(first)
  })

  it('says without a connection that nothing is lost, and sends when it is back, if the sender agrees', async () => {
    let isConnected = false
    const asked = answer(() => (isConnected ? ok({ number: '7K3D-9QXF' }) : { networkError: true }))
    await show()
    await fill()
    await send()
    expect((await screen.findByRole('alert')).textContent).toContain('no connection')
    await userEvent.click(screen.getByRole('button', { name: 'Send it once back online' }))
    await screen.findByText(/leave this page open/u)
    isConnected = true
    dispatchEvent(new Event('online'))
    await screen.findByText('7K3D-9QXF')
    expect(new Set(bodies(asked).map(({ key }) => key)).size).toBe(1)
  })

  it('shows beside each question what the origin found wrong', async () => {
    const data = {
      fields: [
        { name: 'company', rule: 'length' },
        { name: 'email', rule: 'email' },
      ],
    }
    answer(() => ({ status: 422, json: { code: 422, msg: 'Not taken.', data } }))
    await show()
    await fill()
    await send()
    expect(await screen.findAllByText('Company may have at most 10 characters')).toHaveLength(2)
    expect(screen.getAllByText('E-mail is not a valid e-mail address')).toHaveLength(2)
    expect(screen.getByLabelText('Company').getAttribute('aria-invalid')).toBe('true')
  })

  it('asks for consent again when the text has changed', async () => {
    answer(() => ({ status: 409, json: { code: 409, msg: 'The privacy policy has changed.', data: { field: 'agreements' } } }))
    await show()
    await fill()
    await send()
    await screen.findByText('The privacy policy has changed. Please read it and give your consent again.')
    expect((screen.getByRole('checkbox', { name: /I agree/u }) as HTMLInputElement).checked).toBe(false)
  })

  it('shows a captcha when the origin is in doubt, and sends what was read', async () => {
    let isDoubted = true
    const asked = answer((request) => {
      if (request.url.includes('/captcha')) return ok({ captchaId: 'c1', image: 'data:,', expiresIn: 300 })
      return isDoubted ? { status: 403, json: { code: 403, msg: 'Who is it?', data: { field: 'captcha' } } } : ok({ number: 'N' })
    })
    await show()
    await fill()
    await send()
    await userEvent.type(await screen.findByLabelText('Characters in the picture'), 'ABCD')
    isDoubted = false
    await send()
    await screen.findByText('N')
    expect(bodies(asked)[1]).toMatchObject({ captchaId: 'c1', captcha: 'ABCD' })
  })

  it('asks before it is left unsent, but not for its own page in another language', async () => {
    await show()
    await fill()
    expect(await mayLeave('/')).toBe(true)
    const left = mayLeave('/en/about')
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }))
    expect(await left).toBe(false)
  })

  /** Answer of the origin, notes in both languages, and the control that has the focus then. */
  const refusals: [name: string, reply: Reply, english: string, chinese: string, focused: string | undefined][] = [
    [
      'a question',
      blamed(422, 'Please check: E-mail', { fields: [{ name: 'email', rule: 'email' }] }),
      'The message was not sent. Please look again at: E-mail.',
      '信没有发出，请再看看：E-mail。',
      'email',
    ],
    [
      'two questions, the file first',
      blamed(422, 'Please check', {
        fields: [
          { name: 'email', rule: 'email' },
          { name: 'file', rule: 'content' },
        ],
      }),
      'The message was not sent. Please look again at: E-mail and The plan.',
      '信没有发出，请再看看：E-mail和The plan。',
      'file',
    ],
    [
      'the file',
      blamed(422, 'Please check: The plan', { fields: [{ name: 'file', rule: 'required' }] }),
      'The message was not sent. Please look again at: The plan.',
      '信没有发出，请再看看：The plan。',
      'file',
    ],
    [
      'a person',
      blamed(403, 'Please enter the characters', { field: 'captcha' }),
      'Many messages have come from your network. Please enter the characters shown and send again.',
      '您所在的网络提交较多，请输入所示字符，再发送一次。',
      'captcha',
    ],
    [
      'wrong characters',
      blamed(400, 'Wrong', { field: 'captcha' }),
      'The characters do not match or are no longer valid. Please enter the new ones and send again.',
      '字符不符或已失效，请输入新的字符，再发送一次。',
      'captcha',
    ],
    [
      'the consent',
      blamed(409, 'The privacy policy has changed', { field: 'agreements' }),
      'The message was not sent: the privacy policy has changed. Please read it and give your consent again.',
      '信没有发出：隐私政策已更新，请阅读后重新勾选同意。',
      'consent',
    ],
    [
      'too many',
      blamed(429, 'Too many', { retryAfter: 57 }),
      'The message was not sent: too many requests have come from your network. What you entered is still here; please try again in 57 seconds.',
      '信没有发出：您所在的网络请求过于频繁。填写的内容都还在，请在57秒钟后再试。',
      undefined,
    ],
    [
      'an origin that is away',
      blamed(503, 'Unavailable', { retryAfter: 5 }),
      'The message was not sent. What you entered is still here; please try again later.',
      '信没有发出，填写的内容都还在。请稍后再试。',
      undefined,
    ],
    [
      'a proxy',
      { status: 502, text: '<h1>Bad Gateway</h1>' },
      'The message was not sent. What you entered is still here; please try again later.',
      '信没有发出，填写的内容都还在。请稍后再试。',
      undefined,
    ],
    [
      'another reason',
      refused(404, 'There is no such form'),
      'The message was not sent: There is no such form. What you entered is still here.',
      '信没有发出：There is no such form。填写的内容都还在。',
      undefined,
    ],
  ]
  it.each(refusals.flatMap((row) => (['en', 'zh-CN'] as const).map((locale) => [row[0], locale, row] as const)))(
    'refused for %s, in %s: one note of whole sentences, and the focus where it helps (R2.04)',
    async (_, locale, [, reply, english, chinese, focused]) => {
      answer((request) => (request.url.includes('/captcha') ? ok({ captchaId: 'c1', image: 'data:,', expiresIn: 300 }) : reply))
      await renderPart(withFile, { locale })
      await fill()
      await send()
      const note = await screen.findByRole('alert')
      expect(note.textContent).toBe(locale === 'en' ? english : chinese)
      if (focused !== undefined) await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe(focused))
    },
  )

  it('leads to the file that was refused when it was chosen, and sends no message', async () => {
    const asked = answer(() => ok({ number: 'N' }))
    await renderPart(withFile)
    await fill()
    const file = document.querySelector<HTMLInputElement>('[name=file]')!
    await userEvent.upload(file, new File([], 'plan.pdf'), { applyAccept: false })
    await screen.findByText('The file is empty.')
    await send()
    await waitFor(() => expect(document.activeElement).toBe(file))
    expect(asked).toHaveLength(0)
  })
})
