// Middleware that routes name (R4.05). They mirror the gateway's guard, which decides: here they
// save a round trip.

import { metaOf } from '#/app/meta.ts'
import { destination, type Verdict, type Visit } from '#/definition.ts'
import { href } from '#/page/paths.ts'

/** The session as middleware sees it. */
export type SessionView = {
  isLogin: () => boolean
  /** Asks the server; false when the session is gone. Throws without an answer. */
  confirm: () => Promise<boolean>
}

type Middleware = (visit: Visit, session: SessionView) => Promise<Verdict>

const PASS: Verdict = { kind: 'pass' }

const middleware: Record<string, Middleware> = { auth, 'user-auth': userAuth }

/** Runs a route's middleware in order; the first redirect ends it. */
export async function runMiddleware(visit: Visit, session: SessionView): Promise<Verdict> {
  for (const name of metaOf(visit.to.route).middleware) {
    const run = middleware[name]
    if (run === undefined) throw new Error(`Unknown route middleware: \`${name}\` on route \`${visit.to.route.id}\``)
    const verdict = await run(visit, session)
    if (verdict.kind === 'redirect') return verdict
  }
  return PASS
}

/**
 * Sends guests from `requiresAuth` routes to sign in, and signed-in visitors from `guestOnly`
 * routes home.
 */
async function auth(visit: Visit, session: SessionView): Promise<Verdict> {
  const { requiresAuth, guestOnly } = metaOf(visit.to.route)
  // A page that was served proves a session of which this browser only lost the display cookie,
  // unless the server denies it.
  if (requiresAuth && !session.isLogin()) return visit.served && (await holds(visit, session, true)) ? PASS : signIn(visit)
  // The display cookie may outlive the session; sending its holder away from /login unasked would
  // lock them out.
  if (guestOnly && session.isLogin() && (await holds(visit, session, false))) return home(visit)
  return PASS
}

/** Confirms the session with the server before the page shows. */
async function userAuth(visit: Visit, session: SessionView): Promise<Verdict> {
  return (await holds(visit, session, true)) ? PASS : signIn(visit)
}

/**
 * Whether the server knows the session; local state is cleared when it does not. Without an answer
 * the visitor stays signed in: a page that was served remains, since the gateway has checked it
 * (`served` is the gateway's result), and any other page is left to the gateway.
 */
function holds({ served }: Visit, session: SessionView, found: boolean): Promise<boolean> {
  return session.confirm().catch((error) => {
    if (!served) throw error
    console.warn('the session could not be confirmed', error)
    return found
  })
}

function signIn({ to, target }: Visit): Verdict {
  return { kind: 'redirect', to: `${href(destination('signIn'), {}, to.locale)}?${new URLSearchParams({ redirect: target })}` }
}

function home({ to }: Visit): Verdict {
  return { kind: 'redirect', to: href(destination('home'), {}, to.locale) }
}
