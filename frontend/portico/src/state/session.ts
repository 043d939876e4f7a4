// The signed-in visitor, as the page shows it (R3.01). The authority is the gateway: the token is
// in a cookie that only it reads.
//
// The store starts signed out, and the first render uses that state (`getInitialState` is the
// server snapshot). The browser's memory is read after hydration by `restoreSession`.

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { getUserInfo, logout, type UserInfo } from '#/api/calls.ts'
import { ApiError, isRefusal } from '#/api/errors.ts'
import { forgetGuest } from '#/api/identity.ts'
import { hasPendingSignOut, markSignedOut } from '#/state/pending-sign-out.ts'
import { clearUserCookie, readUserCookie } from '#/state/user-cookie.ts'

/** Between signing out and the reload, in milliseconds: long enough to see that it happened. */
export const RELOAD_DELAY_MS = 300

export type Session = UserInfo & { isLogin: boolean }

/** Facts of the page that the session needs; the browser's entry sets them once. */
export type SessionPage = {
  /** Only members may see the current page. */
  isGuarded: () => boolean
  /** Called when signing out has to wait for a connection. */
  onWaiting: () => void
}

let page: SessionPage = { isGuarded: () => false, onWaiting: () => {} }

const SIGNED_OUT: Session = { isLogin: false, name: '', email: '', roles: [] }

const store = createStore<Session>(() => SIGNED_OUT)

/** The session; signed out in prerendered markup and in the first client render. */
export function useSession(): Session {
  return useStore(store)
}

/** The session now, outside components. */
export function currentSession(): Session {
  return store.getState()
}

/** Called once, by the browser's entry. */
export function configureSession(value: SessionPage): void {
  page = value
}

/**
 * Reads the browser's memory: present means signed in (R4.03). Name and email are shown, no rule is
 * built on them.
 */
export function restoreSession(): void {
  const user = hasPendingSignOut() ? undefined : readUserCookie()
  const { isLogin, email, roles } = store.getState()
  if (user === undefined) store.setState(SIGNED_OUT)
  else store.setState({ ...user, isLogin: true, roles: isLogin && email === user.email ? roles : [] })
}

/**
 * Signs out and reloads, whether the call succeeds or not (R4.02, R8.07). A call that the gateway
 * did not answer is repeated later. Without a connection a reload would show the browser's own
 * error page: only a page for members is replaced by it.
 */
export async function signOut(): Promise<void> {
  try {
    await logout()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isOurs) markSignedOut()
  }
  forgetSession()
  if (!navigator.onLine) page.onWaiting()
  if (navigator.onLine || page.isGuarded()) setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
}

/**
 * Asks the gateway whether the session still holds, and clears local state when it is gone (R4.05).
 * Throws when neither origin nor gateway answers.
 */
export async function confirmSession(): Promise<boolean> {
  try {
    const user = await getUserInfo()
    showUser(user)
    return true
  } catch (error) {
    if (!isRefusal(error, 401)) throw error
    forgetSession()
    return false
  }
}

/** Shows the visitor that the server reports as signed in. */
export function showUser(user: UserInfo): void {
  store.setState({ ...user, isLogin: true })
}

export function forgetSession(): void {
  clearUserCookie()
  forgetGuest()
  store.setState(SIGNED_OUT)
}
