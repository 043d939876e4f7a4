// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configureApi } from '#/api/config.ts'
import { localKeep } from '#/lib/storage.ts'
import { isBusy } from '#/state/busy.ts'
import { expectAccessible } from '#/testing/axe.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { Chat } from './chat.tsx'

// A document of tests loads no style.
vi.mock('#/lib/sheet.ts', () => ({ loadSheet: async () => {} }))

afterEach(() => void vi.useRealTimers())

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  localStorage.clear()
  Element.prototype.scrollIntoView = vi.fn()
  configureApi({ base: '', language: () => 'en', isLogin: () => false, before: async () => {}, onLoading: () => {} })
})

/** A question as the origin gets it, and the origin's answer to it. */
type Asked = {
  messages: { role: string; content: string }[]
  headers: Headers
  signal: AbortSignal
  say: (event: string, data: unknown) => void
  breakOff: () => void
}

/** An origin with answers that the test sends; `refusal` answers instead of the next stream. */
function talkingOrigin({ ownKey = false } = {}) {
  const asked: Asked[] = []
  const origin = { asked, refusal: undefined as Response | undefined }
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ code: 200, msg: 'OK', data: { model: true, ownKey } })
    const { refusal } = origin
    origin.refusal = undefined
    if (refusal !== undefined) return refusal
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const signal = init.signal as AbortSignal
        signal.addEventListener('abort', () => controller.error(signal.reason))
        asked.push({
          messages: JSON.parse(String(init.body)).messages,
          headers: new Headers(init.headers),
          signal,
          say: (event, data) =>
            controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
          breakOff: () => controller.error(new TypeError('network error')),
        })
      },
    })
    return new Response(body)
  })
  return origin
}

const CITATIONS = [
  {
    number: 1,
    title: 'Industries',
    href: '/en/enterprise/industry',
    kind: 'page',
    locale: 'en',
    date: '2026-05-14',
    quotes: [{ text: 'We invest in eight industries.', heading: 'Where', anchor: 'where' }],
  },
  { number: 2, title: '年报', href: '/about', kind: 'page', locale: 'zh-CN', quotes: [{ text: '八个行业。' }] },
]

const show = () =>
  renderPart(
    <Chat
      search={'about' as never}
      letter={'home' as never}
      suggestions={{ title: 'For example', questions: ['Why?', 'Where?'] }}
    />,
  )

const field = () => screen.getByLabelText('Your question') as HTMLTextAreaElement
const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

/** Types a question and submits it; returns the request that the origin received. */
async function put(origin: ReturnType<typeof talkingOrigin>, question = 'How many?'): Promise<Asked> {
  const before = origin.asked.length
  await userEvent.type(field(), `${question}{Enter}`)
  await waitFor(() => expect(origin.asked.length).toBe(before + 1))
  return origin.asked.at(-1) as Asked
}

/** Once the conversation is there. */
const live = () => waitFor(() => expect(document.querySelector('.chat-live')).not.toBeNull())

describe('the assistant', () => {
  it('shows an answer as it grows, each sentence with its sources, and marks those without', async () => {
    const origin = talkingOrigin()
    const { container } = await show()
    const asked = await put(origin)
    expect(asked.messages).toEqual([{ role: 'user', content: 'How many?' }])
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    await screen.findByText('Looking through the pages of this site…')
    asked.say('citations', CITATIONS)
    await screen.findByText('Reading 2 pages…')
    asked.say('delta', { text: 'We invest in eight. ', sources: [1, 2] })
    await screen.findByText('We invest in eight.')
    expect(screen.getByRole('article').getAttribute('aria-busy')).toBe('true')
    expect(screen.queryByRole('button', { name: 'Copy the answer' })).toBeNull()
    expect(status().join('')).toBe('')
    asked.say('delta', { text: 'That is a lot.', sources: [] })
    asked.say('done', { outcome: 'answered' })
    await screen.findByRole('button', { name: 'Copy the answer' })
    const link = screen.getByRole('link', { name: 'Source 1: Industries' })
    expect(link.getAttribute('href')).toBe('/en/enterprise/industry#where')
    expect(screen.getByText('no source on this site').parentElement?.textContent).toContain('That is a lot.')
    expect(screen.getByText('We invest in eight industries.').closest('li')?.value).toBe(1)
    expect(screen.getByText('八个行业。').closest('li')?.lang).toBe('zh-CN')
    expect(screen.getByRole('article').getAttribute('aria-busy')).toBeNull()
    await waitFor(() =>
      expect(status()).toEqual(['The answer is there. We invest in eight. No source on this site: That is a lot.']),
    )
    expect(document.activeElement).toBe(field())
    await expectAccessible(container)
  })

  it('shows passages as the answer where no model wrote one, and why', async () => {
    const origin = talkingOrigin()
    await show()
    const asked = await put(origin)
    asked.say('citations', CITATIONS)
    asked.say('done', { outcome: 'quoted', because: 'budget' })
    await screen.findByText('These passages answer it:')
    expect(screen.getByText('We invest in eight industries.').closest('blockquote')).not.toBeNull()
    expect(screen.getByRole('link', { name: 'Source 2: 年报' }).parentElement?.lang).toBe('zh-CN')
    expect(screen.getByText('14 May 2026').closest('li')?.value).toBe(1)
    expect(screen.getByRole('link', { name: 'Where' }).getAttribute('href')).toBe('/en/enterprise/industry#where')
    expect(screen.getByText(/share of written answers is used up/)).toBeTruthy()
  })

  it('says that no page answers, and leads to the nearest and to the form', async () => {
    const origin = talkingOrigin()
    await show()
    const asked = await put(origin, 'Weather?')
    asked.say('citations', CITATIONS)
    asked.say('done', { outcome: 'unanswered' })
    await screen.findByText('The nearest pages')
    expect(screen.getByRole('link', { name: /Write to us/ }).getAttribute('href')).toBe('/en')
    expect(screen.getByRole('link', { name: /Search the site/ }).getAttribute('href')).toBe('/en/about?q=Weather%3F')
    expect(screen.queryByRole('button', { name: 'Copy the answer' })).toBeNull()
  })

  it('tells what was said before, the latest on top', async () => {
    const origin = talkingOrigin()
    await show()
    const first = await put(origin)
    first.say('delta', { text: 'Eight.', sources: [1] })
    first.say('done', { outcome: 'answered' })
    await screen.findByRole('button', { name: 'Copy the answer' })
    const second = await put(origin, 'Since when?')
    expect(second.messages.map(({ content }) => content)).toEqual(['How many?', 'Eight.', 'Since when?'])
    expect(
      screen.getAllByRole('article').map((article) => within(article).getByRole('heading', { level: 2 }).textContent),
    ).toEqual(['You asked: Since when?', 'You asked: How many?'])
  })

  it('brings a question to the top of the window, and leaves a stored conversation where it is', async () => {
    const origin = talkingOrigin()
    const scroll = vi.mocked(Element.prototype.scrollIntoView)
    const { unmount } = await show()
    const asked = await put(origin)
    await waitFor(() => expect(scroll).toHaveBeenCalledTimes(1))
    expect((scroll.mock.contexts[0] as Element).querySelector('h2')?.textContent).toContain('How many?')
    asked.say('delta', { text: 'Eight.', sources: [] })
    asked.say('done', { outcome: 'answered' })
    await screen.findByRole('button', { name: 'Copy the answer' })
    unmount()
    await show()
    await screen.findByText('Eight.')
    expect(scroll).toHaveBeenCalledTimes(1)
  })

  it('asks a suggestion, which is a button of a form that searches without JavaScript', async () => {
    const origin = talkingOrigin()
    await show()
    await live()
    const button = screen.getByRole('button', { name: 'Why?' }) as HTMLButtonElement
    expect([button.name, button.value, button.form?.getAttribute('action'), button.form?.method]).toEqual([
      'q',
      'Why?',
      '/api/search',
      'get',
    ])
    await userEvent.click(button)
    await waitFor(() => expect(origin.asked[0]?.messages.at(-1)?.content).toBe('Why?'))
    expect(screen.queryByRole('button', { name: 'Why?' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Where?' })).toBeTruthy()
  })

  it('leaves Enter to the input method while a word is composed', async () => {
    const origin = talkingOrigin()
    await show()
    await live()
    fireEvent.change(field(), { target: { value: '潮' } })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 })
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })
    expect([origin.asked.length, field().value]).toEqual([0, '潮'])
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(origin.asked.length).toBe(1))
  })

  // R4.06
  it('holds up a new version while something is typed, and while an answer comes', async () => {
    const origin = talkingOrigin()
    await show()
    expect(isBusy()).toBe(false)
    await userEvent.type(field(), 'x')
    expect(isBusy()).toBe(true)
    const asked = await put(origin)
    expect(field().value).toBe('')
    await waitFor(() => expect(isBusy()).toBe(true))
    asked.say('done', { outcome: 'unanswered' })
    await waitFor(() => expect(isBusy()).toBe(false))
  })
})

describe('an answer that ends early', () => {
  const begin = async (origin: ReturnType<typeof talkingOrigin>) => {
    await show()
    const asked = await put(origin)
    asked.say('delta', { text: 'Eight.', sources: [] })
    await screen.findByText('Eight.')
    return asked
  }

  it('is stopped by Escape, and what has come stays', async () => {
    const origin = talkingOrigin()
    const asked = await begin(origin)
    await userEvent.type(field(), '{Escape}')
    await screen.findByText('You stopped the answer here.')
    expect(asked.signal.aborted).toBe(true)
    expect(screen.getByText('Eight.')).toBeTruthy()
    await waitFor(() => expect(status().join()).toContain('You stopped the answer here.'))
  })

  it('is stopped by a button, whose focus goes to the field', async () => {
    const origin = talkingOrigin()
    await begin(origin)
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }))
    await screen.findByText('You stopped the answer here.')
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    expect(document.activeElement).toBe(field())
  })

  it('keeps what has come where the connection breaks, and asks again', async () => {
    const origin = talkingOrigin()
    const asked = await begin(origin)
    asked.breakOff()
    await screen.findByText('The connection broke; the answer ends here.')
    expect(screen.getByText('Eight.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(origin.asked).toHaveLength(2))
    expect(origin.asked[1]?.messages).toEqual([{ role: 'user', content: 'How many?' }])
    origin.asked[1]?.say('delta', { text: 'Nine.', sources: [] })
    await screen.findByText('Nine.')
    expect(screen.queryByText('Eight.')).toBeNull()
  })

  it('says so where the connection is gone', async () => {
    const origin = talkingOrigin()
    await begin(origin)
    dispatchEvent(new Event('offline'))
    await screen.findByText('There is no connection; the answer ends here.')
  })

  it('says that it broke off where a model did', async () => {
    const origin = talkingOrigin()
    const asked = await begin(origin)
    asked.say('done', { outcome: 'cut', because: 'unavailable' })
    await screen.findByText('The answer breaks off here.')
    await screen.findByText('The service that writes answers does not reply just now.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })

  it('is taken back when the page is left', async () => {
    const origin = talkingOrigin()
    const { unmount } = await show()
    const asked = await put(origin)
    unmount()
    expect(asked.signal.aborted).toBe(true)
  })
})

describe('a question that is refused', () => {
  const refuse = (code: number, msg: string, data: unknown = null) => Response.json({ code, msg, data }, { status: code })

  it('waits as long as it is told, and is asked then', async () => {
    const origin = talkingOrigin()
    await show()
    await live()
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    origin.refusal = refuse(429, 'Slowly.', { retryAfter: 30 })
    await userEvent.type(field(), 'How many?{Enter}')
    const retry = await screen.findByRole('button', { name: 'Try again in 30 s' })
    expect(screen.getByText('Many questions came from here in a short time.', { selector: '.chat-note' })).toBeTruthy()
    await userEvent.click(retry)
    await userEvent.type(field(), 'Other?{Enter}')
    expect([origin.asked.length, field().value]).toEqual([0, 'Other?'])
    act(() => void vi.advanceTimersByTime(30_000))
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(origin.asked[0]?.messages).toEqual([{ role: 'user', content: 'How many?' }]))
  })

  it('says what is wrong with it, in the words of the origin', async () => {
    const origin = talkingOrigin()
    await show()
    await live()
    origin.refusal = refuse(400, 'The question is too long.')
    await userEvent.type(field(), 'How many?{Enter}')
    expect((await screen.findAllByText('The question is too long.')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('may be tried again where the assistant is away', async () => {
    const origin = talkingOrigin()
    await show()
    await live()
    origin.refusal = refuse(503, '')
    await userEvent.type(field(), 'How many?{Enter}')
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getAllByText('The assistant cannot answer just now.')[0]).toBeTruthy()
  })
})

// R9.05
describe('the conversation', () => {
  const answer = async (origin: ReturnType<typeof talkingOrigin>) => {
    const asked = await put(origin)
    asked.say('delta', { text: 'Eight.', sources: [] })
    asked.say('done', { outcome: 'answered' })
    await screen.findByRole('button', { name: 'Copy the answer' })
  }

  it('is there again on the next visit, until a new one is begun', async () => {
    const origin = talkingOrigin()
    const { unmount } = await show()
    await answer(origin)
    unmount()
    await show()
    await screen.findByText('Eight.')
    expect(status().join('')).toBe('')
    await userEvent.click(screen.getByRole('button', { name: 'New conversation' }))
    expect(screen.queryByText('Eight.')).toBeNull()
    expect(document.activeElement).toBe(field())
    expect(localKeep.get('portico-conversation')).toBeNull()
  })

  it('goes on where the browser keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('', 'SecurityError')
    })
    const origin = talkingOrigin()
    const { unmount } = await show()
    await answer(origin)
    unmount()
    await show()
    await screen.findByText('Eight.')
    localKeep.remove('portico-conversation')
  })

  it('is copied with its links, or by hand where the browser lets no page copy', async () => {
    const origin = talkingOrigin()
    const user = userEvent.setup()
    await show()
    await answer(origin)
    await user.click(screen.getByRole('button', { name: 'Copy the answer' }))
    expect(await navigator.clipboard.readText()).toBe('Eight. (no source on this site)')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await user.click(screen.getByRole('button', { name: 'Copy the answer' }))
    // R1.04 leaves fields alone, so a selection in one can be copied.
    const byHand = (await screen.findByLabelText('Copy the answer')) as HTMLTextAreaElement
    expect(document.activeElement).toBe(byHand)
    expect([byHand.selectionStart, byHand.selectionEnd]).toEqual([0, byHand.value.length])
  })
})

describe('the visitor’s own key', () => {
  it('is asked for only where the operator allows one', async () => {
    talkingOrigin()
    await show()
    await live()
    expect(screen.queryByText('Use your own key')).toBeNull()
  })

  it('goes into the header of a question and nowhere else, until it is forgotten', async () => {
    const origin = talkingOrigin({ ownKey: true })
    await show()
    await userEvent.click(await screen.findByText('Use your own key'))
    const key = screen.getByLabelText(/^Key of the service/) as HTMLInputElement
    expect([key.type, key.name, key.form]).toEqual(['password', '', null])
    await userEvent.type(key, 'sk-canary')
    const asked = await put(origin)
    expect(asked.headers.get('open-ai-secret')).toBe('sk-canary')
    expect(JSON.stringify(asked.messages)).not.toContain('canary')
    asked.say('done', { outcome: 'unanswered' })
    await screen.findByText('No page of this site answers that.', { selector: '.chat-note' })
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])).not.toContain('canary')
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain('canary')
    await userEvent.click(screen.getByRole('button', { name: 'Forget the key' }))
    expect(key.value).toBe('')
    expect((await put(origin, 'And?')).headers.has('open-ai-secret')).toBe(false)
  })

  it('is none where no header takes it', async () => {
    const origin = talkingOrigin({ ownKey: true })
    await show()
    await userEvent.click(await screen.findByText('Use your own key'))
    await userEvent.type(screen.getByLabelText(/^Key of the service/), '钥匙')
    expect(screen.getByText(/That is no key/)).toBeTruthy()
    expect((await put(origin)).headers.has('open-ai-secret')).toBe(false)
  })
})
