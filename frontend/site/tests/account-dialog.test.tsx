// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/en/about" }

import { currentSession, RELOAD_DELAY_MS, restoreSession } from '@portico/app/members'
import {
  type Answers,
  blamed,
  bodiesTo,
  expectAccessible,
  ok,
  refused,
  sampleSessions,
  sampleUser,
  startOrigin,
} from '@portico/app/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Account } from '#/layouts/parts/account.tsx'
import { Overlays } from '#/layouts/parts/overlays.tsx'
import { renderPart } from '#/testing/render-part.tsx'
import { readCookie, writeIdentityCookie } from '../../portico/src/lib/cookies.ts'

const reload = vi.fn()
const assign = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('location', { ...window.location, reload, assign })
  for (const mock of [reload, assign]) mock.mockClear()
  localStorage.clear()
  writeIdentityCookie('user-info', JSON.stringify({ name: sampleUser.name, email: sampleUser.email }))
  restoreSession()
})

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const opener = () => button('Your account: Lin')
const toasted = async (text: string | RegExp) => (await screen.findAllByText(text)).length > 0
const calls = (asked: { method: string; url: string }[]) => asked.map(({ method, url }) => `${method} ${url}`)
const PATIENCE = { timeout: RELOAD_DELAY_MS + 4_000 }

async function openDialog(item = 'Your account'): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: /Lin/u }))
  await userEvent.click(await screen.findByRole('button', { name: item }))
}

async function open(answers: Answers = {}) {
  const asked = startOrigin(answers)
  await renderPart(
    <>
      <Account />
      <Overlays />
    </>,
  )
  await openDialog()
  await screen.findByText('Firefox · Linux')
  return asked
}

describe('the account in the header', () => {
  it('shows the name, and opens a dialog that is named, closes, and gives the focus back', async () => {
    await open()
    const dialog = screen.getByRole('dialog', { name: 'Your account' })
    expect(dialog.contains(document.activeElement)).toBe(true)
    expect(within(dialog).getByText(/lin@site.example/u)).toBeTruthy()
    await expectAccessible(dialog)
    await userEvent.click(button('Close'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })

  it('closes on Escape', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })

  it('leads to the members’ page', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Members' }).getAttribute('href')).toBe('/en/product')
  })
})

describe('the name (R3.01, R7.03)', () => {
  it('is changed, and shown in the header', async () => {
    const asked = await open()
    expect(button('Save').disabled).toBe(true)
    await userEvent.clear(screen.getByLabelText('Name'))
    await userEvent.type(screen.getByLabelText('Name'), ' 林一宁 ')
    await userEvent.click(button('Save'))
    expect(await toasted('Your name is changed.')).toBeTruthy()
    expect(bodiesTo(asked, '/api/auth/user-info')).toEqual([{ name: '林一宁' }])
    expect(screen.getByTitle('林一宁')).toBeTruthy()
  })

  it.each([
    ['en', '', 'Please enter Name'],
    ['en', '   ', 'Name cannot consist of spaces only'],
    ['en', 'x'.repeat(65), 'Name may have at most 64 characters'],
    ['zh-CN', '', '请输入名称'],
    ['zh-CN', '   ', '名称不能只含空格'],
  ] as const)('R5.01: in %s %j is not sent: %s', async (locale, name, message) => {
    const asked = startOrigin()
    await renderPart(<Account />, { locale })
    await openDialog(locale === 'en' ? 'Your account' : '您的账户')
    const field = await screen.findByLabelText(locale === 'en' ? 'Name' : '名称')
    await userEvent.clear(field)
    if (name !== '') await userEvent.paste(name)
    await userEvent.click(button(locale === 'en' ? 'Save' : '保存'))
    expect(await screen.findByText(message)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(
      bodiesTo(
        asked.filter(({ method }) => method === 'PUT'),
        '/api/auth/user-info',
      ),
    ).toEqual([])
  })

  it('that the server refuses is blamed, and kept', async () => {
    await open({ 'PUT /api/auth/user-info': () => blamed(400, 'No such name.', { field: 'name' }) })
    await userEvent.type(screen.getByLabelText('Name'), '!')
    await userEvent.click(button('Save'))
    await waitFor(() => expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true'))
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Lin!')
  })
})

describe('sessions elsewhere (R7.04)', () => {
  const rows = () => within(screen.getByRole('list', { name: 'Where you are signed in' })).getAllByRole('listitem')

  it('are listed with device and beginning; this one cannot be ended from here', async () => {
    await open()
    expect(rows().map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Firefox · Linuxsince 2. Nov 2026, .* · this one$/u),
      expect.stringMatching(/^WeChat · iPhonesince .* Nov 2026, .*Sign out there/u),
      expect.stringMatching(/^Unknown devicesince .* Nov 2026, .*Sign out there/u),
    ])
  })

  it('one is ended, and what is left is shown', async () => {
    let left = sampleSessions
    const asked = await open({
      'GET /api/auth/sessions': () => ok(left),
      'DELETE /api/auth/sessions/s2': () => {
        left = left.filter(({ id }) => id !== 's2')
        return ok(null)
      },
    })
    await userEvent.click(button('Sign out there: WeChat · iPhone'))
    await waitFor(() => expect(rows()).toHaveLength(2))
    expect(calls(asked)).toContain('DELETE /api/auth/sessions/s2')
    expect(screen.queryByText('WeChat · iPhone')).toBeNull()
  })

  it('all others are ended at once; one that is gone already is no failure', async () => {
    let left = sampleSessions
    const asked = await open({
      'GET /api/auth/sessions': () => ok(left),
      'DELETE /api/auth/sessions/s2': () => refused(404, 'No such session.'),
      'DELETE /api/auth/sessions/s3': () => {
        left = left.slice(0, 1)
        return ok(null)
      },
    })
    await userEvent.click(button('Sign out everywhere else'))
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(calls(asked).filter((call) => call.startsWith('DELETE'))).toEqual([
      'DELETE /api/auth/sessions/s2',
      'DELETE /api/auth/sessions/s3',
    ])
    expect(screen.queryByText('No such session.')).toBeNull()
  })

  it('that do not load can be asked for again', async () => {
    let broken = true
    startOrigin({ 'GET /api/auth/sessions': () => (broken ? refused(503, 'Later.') : ok(sampleSessions)) })
    await renderPart(<Account />)
    await openDialog()
    const again = await screen.findByRole('button', { name: 'Try again' })
    expect(currentSession().isLogin).toBe(true)
    broken = false
    await userEvent.click(again)
    expect(await screen.findByText('Firefox · Linux')).toBeTruthy()
  })

  it('a session that was ended elsewhere ends here: local state goes, and the page is loaded as a guest’s', async () => {
    await open({ 'DELETE /api/auth/sessions/s2': () => refused(401, 'Gone.'), 'DELETE /api/auth/sessions/s3': () => ok(null) })
    await userEvent.click(button('Sign out there: WeChat · iPhone'))
    await waitFor(() => expect(currentSession().isLogin).toBe(false))
    expect(readCookie('user-info')).toBeUndefined()
    await waitFor(() => expect(reload).toHaveBeenCalled(), PATIENCE)
  })
})

describe('signing out and deleting the account (R4.02, R8.07)', () => {
  it('signs out, also when the call fails', async () => {
    await open({ 'POST /api/auth/logout': () => refused(503, 'Later.') })
    await userEvent.click(button('Sign out'))
    await waitFor(() => expect(reload).toHaveBeenCalled(), PATIENCE)
    expect(currentSession().isLogin).toBe(false)
    expect(readCookie('user-info')).toBeUndefined()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  })

  it('deletes only after the address was typed again, then leads home, signed out', async () => {
    const asked = await open()
    await userEvent.click(button('Delete the account'))
    const field = screen.getByLabelText('Your address, to confirm')
    expect(document.activeElement).toBe(field)
    await expectAccessible(screen.getByRole('dialog', { name: 'Delete the account' }))
    await userEvent.type(field, 'someone@else.example{Enter}')
    expect(screen.getByText('Please enter lin@site.example')).toBeTruthy()
    expect(calls(asked)).not.toContain('DELETE /api/auth/account')
    await userEvent.clear(field)
    await userEvent.type(field, `${sampleUser.email}{Enter}`)
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/en'), PATIENCE)
    expect(calls(asked).at(-1)).toBe('DELETE /api/auth/account')
    expect(currentSession().isLogin).toBe(false)
    expect(readCookie('user-info')).toBeUndefined()
  })

  it('a deletion that fails leaves everything as it was', async () => {
    await open({ 'DELETE /api/auth/account': () => refused(503, 'Later.') })
    await userEvent.click(button('Delete the account'))
    await userEvent.type(screen.getByLabelText('Your address, to confirm'), `${sampleUser.email}{Enter}`)
    expect(await toasted('Later.')).toBeTruthy()
    expect(currentSession().isLogin).toBe(true)
    expect(button('Delete for good').disabled).toBe(false)
  })

  it('can be thought better of', async () => {
    await open()
    await userEvent.click(button('Delete the account'))
    await userEvent.click(button('Keep the account'))
    expect(document.activeElement).toBe(button('Delete the account'))
  })
})
