// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/en/login?redirect=%2Fen%2Fproduct" }

import { LoginForm } from '@portico/app/members'
import { type Answers, blamed, bodiesTo, expectAccessible, ok, refused, sampleProtocols, startOrigin } from '@portico/app/testing'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { renderPart } from '#/testing/render-part.tsx'
import { clearIdentityCookie, writeIdentityCookie } from '../../portico/src/lib/cookies.ts'

const SEND = '/api/common/send-email-code'
const LOGIN = '/api/auth/login'
const assign = vi.fn()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('location', { ...window.location, search: '?redirect=%2Fen%2Fproduct', assign })
  assign.mockClear()
  sessionStorage.clear()
})

afterEach(() => vi.useRealTimers())

/** Keeps a countdown at its first second, however long the machine takes. */
const stopClock = () => vi.useFakeTimers({ toFake: ['Date'] })

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const field = (name: string | RegExp) => screen.getByLabelText<HTMLInputElement>(name)
const errorOf = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent
const toasted = async (text: string | RegExp) => (await screen.findAllByText(text, { ignore: '[data-kind=error]' })).length > 0
const picture = () => screen.findByAltText('Characters to copy')

async function open(answers: Answers = {}) {
  const asked = startOrigin(answers)
  await renderPart(
    <>
      <LoginForm />
      <Overlays />
    </>,
    { route: 'login' },
  )
  await picture()
  return asked
}

/** Fills the first step in and sends it. */
async function askForCode(answers: Answers = {}) {
  const asked = await open(answers)
  await userEvent.type(field('E-mail'), 'a@b.example')
  await userEvent.type(field('Characters in the picture'), ' k7mxp ')
  await userEvent.click(button('Send the code'))
  return asked
}

/** Opens the second step and fills it in. */
async function fillCode(answers: Answers = {}) {
  const asked = await askForCode(answers)
  await userEvent.type(await screen.findByLabelText('Code'), '123456')
  await userEvent.click(screen.getByRole('checkbox'))
  return asked
}

describe('the address (R2.16, R7.04)', () => {
  it('sends address, captcha and its answer, and asks for the code', async () => {
    const asked = await askForCode()
    expect(await screen.findByLabelText('Code')).toBe(document.activeElement)
    expect(screen.getByText(/sent to a@b.example/u)).toBeTruthy()
    expect(bodiesTo(asked, SEND)).toEqual([{ email: 'a@b.example', captchaId: 'captcha 1', captcha: 'k7mxp' }])
  })

  it('R5.01: what is missing or no address stands beside its field, which gets the focus; nothing is sent', async () => {
    const asked = await open()
    await userEvent.type(field('E-mail'), 'nobody')
    await userEvent.click(button('Send the code'))
    expect(errorOf(field('E-mail'))).toBe('E-mail is not a valid e-mail address')
    expect(errorOf(field('Characters in the picture'))).toBe('Please enter the characters')
    expect(document.activeElement).toBe(field('E-mail'))
    expect(bodiesTo(asked, SEND)).toEqual([])
  })

  it('a wrong captcha: a new one, the error beside the field and as a toast, the focus there, the address kept', async () => {
    const asked = await askForCode({ [`POST ${SEND}`]: () => blamed(400, 'Wrong characters.', { field: 'captcha' }) })
    expect(await toasted('Wrong characters.')).toBeTruthy()
    const captcha = field('Characters in the picture')
    expect([captcha.value, errorOf(captcha)]).toEqual(['', 'Wrong characters.'])
    expect(document.activeElement).toBe(captcha)
    expect(field('E-mail').value).toBe('a@b.example')
    await picture()
    await userEvent.type(captcha, 'again')
    expect(captcha.getAttribute('aria-invalid')).toBeNull()
    await userEvent.click(button('Send the code'))
    expect(bodiesTo(asked, SEND).at(-1)).toMatchObject({ captchaId: 'captcha 2', captcha: 'again' })
  })

  it('a refused address is blamed, and only it', async () => {
    await askForCode({ [`POST ${SEND}`]: () => blamed(400, 'No such address.', { field: 'email' }) })
    await waitFor(() => expect(errorOf(field('E-mail'))).toBe('No such address.'))
    expect(field('Characters in the picture').getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement).toBe(field('E-mail'))
  })

  it('too often: the button says how long to wait, and everything typed but the captcha stays', async () => {
    stopClock()
    await askForCode({ [`POST ${SEND}`]: () => blamed(429, 'Too often.', { retryAfter: 90 }) })
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again in 90 seconds' })).disabled).toBe(true)
    expect(field('E-mail').value).toBe('a@b.example')
  })

  it('too often for long: minutes are enough', async () => {
    stopClock()
    await askForCode({ [`POST ${SEND}`]: () => blamed(429, 'Too often.', { retryAfter: 3_540 }) })
    expect(await screen.findByRole('button', { name: 'Try again in 59 minutes' })).toBeTruthy()
  })

  it('no connection: everything stays, the captcha too', async () => {
    await askForCode({ [`POST ${SEND}`]: () => ({ networkError: true }) })
    expect(await toasted(/could not be sent/u)).toBeTruthy()
    expect(field('Characters in the picture').value).toBe(' k7mxp ')
  })

  it('is accessible, with errors too', async () => {
    await open()
    await expectAccessible()
    await userEvent.click(button('Send the code'))
    await expectAccessible()
  })
})

describe('the captcha (R7.04)', () => {
  it('another picture can be had, and what was typed for the old one goes', async () => {
    const asked = await open()
    await userEvent.type(field('Characters in the picture'), 'old')
    await userEvent.click(button('New picture'))
    await picture()
    expect(field('Characters in the picture').value).toBe('')
    expect(asked.filter(({ url }) => url.includes('captcha')).map(({ url }) => url)).toEqual([
      '/api/common/captcha?kind=image',
      '/api/common/captcha?kind=image',
    ])
  })

  it('can be listened to, again and again, and by keyboard alone', async () => {
    const played = stubAudio()
    const asked = await open()
    button('Listen instead').focus()
    await userEvent.keyboard('{Enter}')
    await screen.findByRole('button', { name: 'Play again' })
    expect(field('Characters you hear')).toBeTruthy()
    await waitFor(() => expect(played).toEqual(['wav 2']))
    button('Play again').focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(played).toEqual(['wav 2', 'wav 2']))
    await userEvent.type(field('E-mail'), 'a@b.example')
    await userEvent.type(field('Characters you hear'), 'k7mxp{Enter}')
    await waitFor(() => expect(bodiesTo(asked, SEND)).toMatchObject([{ captchaId: 'captcha 2' }]))
  })

  it('is replaced before it expires, silently', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const played = stubAudio()
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const asked = await open()
    await user.click(button('Listen instead'))
    await screen.findByRole('button', { name: 'Play again' })
    await user.type(field('Characters you hear'), 'old')
    await waitFor(() => expect(played).toEqual(['wav 2']))
    await act(() => vi.advanceTimersByTimeAsync(585_000))
    await screen.findByRole('button', { name: 'Play again' })
    expect(asked.filter(({ url }) => url.includes('captcha'))).toHaveLength(3)
    expect(field('Characters you hear').value).toBe('')
    expect(played).toEqual(['wav 2'])
  })

  it.each([0, -5, 1e9, Number.NaN, 'soon'])(
    'that claims to expire in %s seconds is not asked for without end',
    async (expiresIn) => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const captcha = { captchaId: 'c', expiresIn, image: 'data:image/png;base64,' }
      const asked = await open({ 'GET /api/common/captcha': () => ok(captcha) })
      await act(() => vi.advanceTimersByTimeAsync(25_000))
      expect(asked.filter(({ url }) => url.includes('captcha'))).toHaveLength(1)
    },
  )

  it('that does not load says so, and can be asked for again', async () => {
    let broken = true
    const captcha = { captchaId: 'c', expiresIn: 600, image: 'data:image/png;base64,' }
    startOrigin({ 'GET /api/common/captcha': () => (broken ? refused(503, 'later') : ok(captcha)) })
    await renderPart(<LoginForm />, { route: 'login' })
    expect(await screen.findByText('It did not load. Please ask for a new one.')).toBeTruthy()
    expect(button('Send the code').disabled).toBe(true)
    broken = false
    await userEvent.click(button('New picture'))
    await picture()
    expect(button('Send the code').disabled).toBe(false)
  })
})

describe('the code (R2.16, R4.01)', () => {
  it('signs in with the versions that were shown, and leads back to where the visitor came from', async () => {
    const asked = await fillCode()
    await userEvent.click(button('Sign in'))
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/en/product'))
    expect(bodiesTo(asked, LOGIN)).toEqual([{ email: 'a@b.example', code: '123456', agreements: { terms: 't1', privacy: 'p1' } }])
  })

  it('names the agreements with the dates of their versions, and links to them in a new tab', async () => {
    await askForCode()
    const box = await screen.findByRole('checkbox', { name: /I have read and accept the Terms of use \(1 June 2026\)/u })
    const links = within(box.parentElement!).getAllByRole<HTMLAnchorElement>('link')
    expect(links.map((link) => [link.getAttribute('href'), link.target, link.rel])).toEqual([
      ['/en/terms', '_blank', 'noopener'],
      ['/en/privacy', '_blank', 'noopener'],
    ])
  })

  it('does not sign in without them', async () => {
    const asked = await askForCode()
    await userEvent.type(await screen.findByLabelText('Code'), '123456')
    await userEvent.click(button('Sign in'))
    const told = 'Please read and accept the agreements'
    await waitFor(() => expect(errorOf(screen.getByRole('checkbox'))).toBe(told))
    expect(document.activeElement).toBe(screen.getByRole('checkbox'))
    expect(bodiesTo(asked, LOGIN)).toEqual([])
  })

  it('409: a text that has changed is fetched again, must be accepted again, and the code stays', async () => {
    const changed = sampleProtocols.map((protocol) => ({
      ...protocol,
      version: `${protocol.version}-new`,
      updatedAt: '2026-07-01',
    }))
    let protocols = sampleProtocols
    const asked = await fillCode({
      'GET /api/web/protocol-config': () => ok(protocols),
      [`POST ${LOGIN}`]: () => {
        if (protocols === changed) return ok({ name: 'Lin', email: 'a@b.example', roles: [] })
        protocols = changed
        return blamed(409, 'The terms have changed.', { field: 'agreements' })
      },
    })
    await userEvent.click(button('Sign in'))
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: /1 July 2026/u })
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect([box.checked, errorOf(box), field('Code').value]).toEqual([false, 'The terms have changed.', '123456'])
    await userEvent.click(box)
    await userEvent.click(button('Sign in'))
    await waitFor(() => expect(assign).toHaveBeenCalled())
    expect(bodiesTo(asked, LOGIN).at(-1)).toMatchObject({ agreements: { terms: 't1-new', privacy: 'p1-new' } })
  })

  it('a backend without agreements asks for no tick', async () => {
    const asked = await askForCode({ 'GET /api/web/protocol-config': () => ok([]) })
    await userEvent.type(await screen.findByLabelText('Code'), '123456')
    await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
    await userEvent.click(button('Sign in'))
    await waitFor(() => expect(bodiesTo(asked, LOGIN)).toMatchObject([{ agreements: {} }]))
  })

  it('agreements that do not load can be asked for again', async () => {
    let broken = true
    await askForCode({ 'GET /api/web/protocol-config': () => (broken ? refused(503, 'later') : ok(sampleProtocols)) })
    await screen.findByText('The agreements could not be loaded.')
    broken = false
    await userEvent.click(button('Try again'))
    expect(await screen.findByRole('checkbox', { name: /Terms of use/u })).toBeTruthy()
  })

  it('R8.06: a wrong code: the server’s words as a toast and beside the field, and the step stays', async () => {
    await fillCode({ [`POST ${LOGIN}`]: () => blamed(400, 'The code is wrong.', { field: 'code' }) })
    await userEvent.click(button('Sign in'))
    expect(await toasted('The code is wrong.')).toBeTruthy()
    expect([errorOf(field('Code')), field('Code').value]).toEqual(['The code is wrong.', '123456'])
    expect(document.activeElement).toBe(field('Code'))
    expect(button('Sign in').disabled).toBe(false)
    expect(assign).not.toHaveBeenCalled()
  })

  it('R8.06: an exception is logged; the visitor hears of it, and everything stays', async () => {
    await fillCode({ [`POST ${LOGIN}`]: () => ({ networkError: true }) })
    await userEvent.click(button('Sign in'))
    expect(await toasted(/You could not be signed in/u)).toBeTruthy()
    expect(console.error).toHaveBeenCalledWith('sign-in failed', expect.anything())
    expect(field('Code').value).toBe('123456')
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  })

  it('too often: the button says how long to wait', async () => {
    stopClock()
    await fillCode({ [`POST ${LOGIN}`]: () => blamed(429, 'Too often.', { retryAfter: 30 }) })
    await userEvent.click(button('Sign in'))
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Try again in 30 seconds' })).disabled).toBe(true)
  })

  it.each([
    ['123 456', '123456'],
    ['１２３４５６', '123456'],
    ['your code is 123456, thanks', '123456'],
  ])('%j is pasted as %s', async (pasted, code) => {
    await askForCode()
    await userEvent.click(await screen.findByLabelText('Code'))
    await userEvent.paste(pasted)
    expect(field('Code').value).toBe(code)
  })

  it('another address: back to the first step, with the one that was entered', async () => {
    await askForCode()
    await userEvent.click(await screen.findByRole('button', { name: 'Use another address' }))
    expect(field('E-mail').value).toBe('a@b.example')
    expect(document.activeElement).toBe(field('E-mail'))
  })

  it('is accessible, with errors too', async () => {
    await askForCode()
    await screen.findByRole('checkbox', { name: /Terms of use/u })
    await expectAccessible()
    await userEvent.click(button('Sign in'))
    await expectAccessible()
  })
})

describe('a field of spaces', () => {
  it('R5.01: is told in a sentence that begins like one', async () => {
    await open()
    await userEvent.type(field('E-mail'), 'a@b.example')
    await userEvent.type(field('Characters in the picture'), '  ')
    await userEvent.click(button('Send the code'))
    expect(errorOf(field('Characters in the picture'))).toBe('The characters cannot consist of spaces only')
  })
})

describe('a browser that keeps no cookies', () => {
  it('is told that signing in needs them, in place of a form that could only fail', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    startOrigin()
    await renderPart(<LoginForm />, { route: 'login' })
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Signing in needs cookies\. Please allow cookies for this site/u,
    )
    expect(screen.queryByRole('button', { name: 'Send the code' })).toBeNull()
  })
})

describe('a second tab (R2.16)', () => {
  const lookAgain = () => document.dispatchEvent(new Event('visibilitychange'))
  const display = (name: string) => writeIdentityCookie('user-info', JSON.stringify({ name, email: 'lin@site.example' }))
  afterEach(() => clearIdentityCookie('user-info'))

  it('leads home once the visitor has signed in in another one', async () => {
    await open()
    display('Lin')
    lookAgain()
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/en'))
  })

  it.each([
    ['the session is gone already', 401],
    ['nobody answers', 503],
  ])('stays when %s', async (_, code) => {
    const asked = await open({ 'GET /api/auth/user-info': () => refused(code, 'no') })
    display('Lin')
    lookAgain()
    await waitFor(() => expect(asked.some(({ url }) => url === '/api/auth/user-info')).toBe(true))
    await userEvent.type(field('E-mail'), 'a@b.example')
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('a sign-in that is under way (R2.16, R4.04)', () => {
  const reopen = async (answers: Answers = {}) => {
    cleanup()
    startOrigin(answers)
    await renderPart(<LoginForm />, { route: 'login' })
  }

  it('has its address again, also one that was not sent', async () => {
    await open()
    await userEvent.type(field('E-mail'), 'a@b')
    await reopen()
    expect(field('E-mail').value).toBe('a@b')
  })

  it('has the step for the code again, with the digits and the waiting time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    await fillCode()
    vi.setSystemTime(20_000)
    await reopen()
    expect((await screen.findByLabelText<HTMLInputElement>('Code')).value).toBe('123456')
    expect(screen.getByText(/sent to a@b.example/u)).toBeTruthy()
    expect(button('Another code in 40 seconds').disabled).toBe(true)
    // Consent is given to the sent data.
    expect((await screen.findByRole<HTMLInputElement>('checkbox')).checked).toBe(false)
  })

  it('begins anew once the code is good no longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    await fillCode()
    vi.setSystemTime(600_000)
    await reopen()
    expect(field('E-mail').value).toBe('a@b.example')
    expect(screen.queryByLabelText('Code')).toBeNull()
  })

  it.each([
    ['signed in', async () => userEvent.click(button('Sign in'))],
    ['gone back', async () => userEvent.click(button('Use another address'))],
  ])('begins anew when the visitor has %s', async (_, act) => {
    await fillCode()
    await screen.findByRole('checkbox', { name: /Terms of use/u })
    await act()
    await waitFor(() => expect(sessionStorage.getItem('portico-sign-in-code')).toBeNull())
    await reopen()
    expect(screen.queryByLabelText('Code')).toBeNull()
  })

  it('429 for an address that has a code leads to the step for it', async () => {
    stopClock()
    await askForCode({ [`POST ${SEND}`]: () => blamed(429, 'A moment ago.', { field: 'code', retryAfter: 57 }) })
    expect(await screen.findByLabelText('Code')).toBe(document.activeElement)
    expect(await toasted('A moment ago.')).toBeTruthy()
    expect(button('Another code in 57 seconds').disabled).toBe(true)
  })
})

describe('another code (R7.04)', () => {
  it('only after the waiting time, with another captcha in place, and the code field keeps what is in it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    const asked = await open()
    await user.type(field('E-mail'), 'a@b.example')
    await user.type(field('Characters in the picture'), 'k7mxp')
    await user.click(button('Send the code'))
    await user.type(await screen.findByLabelText('Code'), '123')
    expect(button(/^Another code in \d+ seconds$/u).disabled).toBe(true)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await user.click(button('Send another code'))
    await picture()
    expect(document.activeElement).toBe(field('Characters in the picture'))
    await user.keyboard('w3rty{Enter}')
    await waitFor(() => expect(bodiesTo(asked, SEND)).toHaveLength(2))
    expect(bodiesTo(asked, SEND)[1]).toEqual({ email: 'a@b.example', captchaId: 'captcha 2', captcha: 'w3rty' })
    expect(await screen.findByText('Another code is on its way.')).toBeTruthy()
    expect(button(/^Another code in \d+ seconds$/u).disabled).toBe(true)
    expect(field('Code').value).toBe('123')
    expect(document.activeElement).toBe(field('Code'))
    expect(bodiesTo(asked, LOGIN)).toEqual([])
  })

  it('can be thought better of', async () => {
    await askForCode({ [`POST ${SEND}`]: () => ok({ resendAfter: 0 }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Send another code' }))
    await userEvent.click(button('Cancel'))
    expect(document.activeElement).toBe(button('Send another code'))
  })
})

/** jsdom has no Web Audio; sounds are listed instead. */
function stubAudio(): string[] {
  const played: string[] = []
  vi.stubGlobal(
    'AudioContext',
    class {
      state = 'running'
      destination = {}
      close = async () => {
        this.state = 'closed'
      }
      decodeAudioData = async (bytes: ArrayBuffer) => new TextDecoder().decode(bytes)
      createBufferSource = () => {
        const source = { buffer: '', connect: () => {}, start: () => played.push(source.buffer) }
        return source
      }
    },
  )
  return played
}
