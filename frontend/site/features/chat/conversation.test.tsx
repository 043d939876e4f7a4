// @vitest-environment jsdom

import { configureApi } from '@portico/app/api/client.ts'
import { answerFetch } from '@portico/app/testing/answers.ts'
import { stubViewport } from '@portico/app/testing/in-view.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { renderPart } from '#/testing/render-part.tsx'
import { Conversation } from './conversation.tsx'

beforeEach(() => {
  stubViewport()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  configureApi({ base: '', language: () => 'en', isLogin: () => false, before: async () => {}, onLoading: () => {} })
})

const STREAM = [
  'event: delta\ndata: {"text":"Eight "}\n\n',
  'event: delta\ndata: {"text":"industries."}\n\n',
  'event: citations\ndata: [{"title":"Industries","href":"/en/enterprise/industry"}]\n\n',
  'event: done\ndata: {}\n\n',
].join('')

const ANSWER = `Eight industries.\n\nIndustries ${location.origin}/en/enterprise/industry`

const renderConversation = () =>
  renderPart(
    <>
      <Conversation />
      <Overlays />
    </>,
    { route: 'feishu-ai' },
  )

describe('the assistant', () => {
  it('puts a question, shows the answer with its sources, and empties the field', async () => {
    const asked = answerFetch(() => ({ text: STREAM }))
    await renderPart(<Conversation />, { route: 'chat' })
    await userEvent.type(screen.getByLabelText('Your question'), 'How many?{Enter}')
    expect(await screen.findByText('Eight industries.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Industries' }).getAttribute('href')).toBe('/en/enterprise/industry')
    expect(JSON.parse(String(asked[0]?.body))).toEqual({ messages: [{ role: 'user', content: 'How many?' }] })
    expect((screen.getByLabelText('Your question') as HTMLTextAreaElement).value).toBe('')
  })

  it('hands out a whole answer with its links', async () => {
    answerFetch(() => ({ text: STREAM }))
    const user = userEvent.setup()
    await renderConversation()
    await user.type(screen.getByLabelText('Your question'), 'How many?{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Copy the answer' }))
    expect(await navigator.clipboard.readText()).toBe(ANSWER)
    expect(await screen.findByText('Copied, with its links.')).toBeTruthy()
  })

  // R1.04 leaves fields alone, so what is selected in one can be copied.
  it('offers the answer in a field, selected, where the browser does not let a page copy', async () => {
    answerFetch(() => ({ text: STREAM }))
    const user = userEvent.setup()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await renderConversation()
    await user.type(screen.getByLabelText('Your question'), 'How many?{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Copy the answer' }))
    const field = (await screen.findByLabelText('Copy the answer')) as HTMLTextAreaElement
    expect(field.value).toBe(ANSWER)
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, ANSWER.length])
    expect(screen.getByText(/copy the selected text by hand/)).toBeTruthy()
  })

  it('offers no half of an answer', async () => {
    const begun = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode(STREAM.replace(/event: done.*/s, ''))),
    })
    vi.stubGlobal('fetch', async () => new Response(begun))
    await renderConversation()
    await userEvent.type(screen.getByLabelText('Your question'), 'How many?{Enter}')
    expect(await screen.findByText('Eight industries.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Copy the answer' })).toBeNull()
  })

  it('keeps the question when there is no answer, and says so', async () => {
    answerFetch(() => ({ status: 404, text: '' }))
    await renderPart(
      <>
        <Conversation suggestions={{ id: 'suggestions', title: 'Start with', items: [{ title: 'Why?' }] }} />
        <Overlays />
      </>,
      { route: 'chat' },
    )
    await userEvent.click(screen.getByRole('button', { name: 'Why?' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Your question is still here')
    expect((screen.getByLabelText('Your question') as HTMLTextAreaElement).value).toBe('Why?')
  })
})
