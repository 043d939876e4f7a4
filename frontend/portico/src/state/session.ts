// Who is signed in, as the page shows it (R3.01). The authority is the gateway: the token is in a
// cookie that only it reads.
//
// The store starts signed out and the first render uses just that (`getInitialState` is the server
// snapshot); what the browser remembers is read after hydration by `restoreSession`.

import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type Credentials, deleteAccount, getUserInfo, login, logout, rename, type UserInfo } from '#/api/calls.ts'
import { ApiError, isRefusal } from '#/api/errors.ts'
import { forgetGuest } from '#/api/identity.ts'
import { hasPendingSignOut, markSignedOut } from '#/state/pending-sign-out.ts'
import { toast } from '#/state/toasts.ts'
import { clearUserCookie, readUserCookie } from '#/state/user-cookie.ts'

/** Between signing out and the reload, in milliseconds: long enough to see that it happened. */
export const RELOAD_DELAY_MS = 300

export type Session = UserInfo & { isLogin: boolean }

/** Facts of the page that the session needs; the browser's entry tells them once. */
export type SessionPage = {
  /** Only members may see what is shown. */
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
 * Reads what the browser remembers: present means signed in (R4.03). Name and email are shown, no
 * rule is built on them.
 */
export function restoreSession(): void {
  const user = hasPendingSignOut() ? undefined : readUserCookie()
  const { isLogin, email, roles } = store.getState()
  if (user === undefined) store.setState(SIGNED_OUT)
  else store.setState({ ...user, isLogin: true, roles: isLogin && email === user.email ? roles : [] })
}

/**
 * Signs in. False: the server refused and said why in a toast, or the call failed and was logged
 * (R8.06). `onFailure` learns more, for whoever shows the form.
 */
export async function signIn(credentials: Credentials, onFailure: (error: ApiError) => void = () => {}): Promise<boolean> {
  try {
    const user = await login(credentials)
    forgetGuest()
    store.setState({ ...user, isLogin: true })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.message !== '') toast.error(error.message)
    else console.error('sign-in failed', error)
    if (error instanceof ApiError) onFailure(error)
    return false
  }
}

/**
 * Signs out and reloads, whether the call succeeds or not (R4.02, R8.07). A call that the gateway
 * did not answer is repeated later. Without a connection a reload would put the browser's own error
 * page here: only a page for members gives way to it.
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
 * Deletes the account, then leaves for `home`, signed out. Throws when the account still stands.
 */
export async function deleteAccountAndLeave(home: string): Promise<void> {
  // The gateway takes the token's cookie away with the answer.
  await deleteAccount()
  forgetSession()
  setTimeout(() => window.location.assign(home), RELOAD_DELAY_MS)
}

/** Changes the name that is shown. Throws when the server refuses it. */
export async function changeName(name: string): Promise<void> {
  // The gateway writes the cookie that shows it anew.
  store.setState({ ...(await rename({ name })), isLogin: true })
}

/**
 * Asks the gateway whether the session still holds, and clears local state when it is gone (R4.05).
 * Throws when neither origin nor gateway answers.
 */
export async function confirmSession(): Promise<boolean> {
  try {
    const user = await getUserInfo()
    store.setState({ ...user, isLogin: true })
    return true
  } catch (error) {
    if (!isRefusal(error, 401)) throw error
    forgetSession()
    return false
  }
}

/**
 * The server knows the session no longer: forgotten here too, and the page is loaded as a guest's.
 */
export function loseSession(): void {
  forgetSession()
  setTimeout(() => window.location.reload(), RELOAD_DELAY_MS)
}

function forgetSession(): void {
  clearUserCookie()
  forgetGuest()
  store.setState(SIGNED_OUT)
}
