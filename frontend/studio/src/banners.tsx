// Sentences over the page: what keeps the studio from working, and how to begin.

import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { keep, readKept } from './lib/storage.ts'
import { useSiteTime } from './review/use-site-time.ts'
import { loadPage } from './state/pages.ts'
import { retry } from './state/saving.ts'
import { currentSet, isClosed, useStudio } from './state/store.ts'
import { useView } from './state/view.ts'

const HINT = 'portico-studio-hint'

/** The banners. */
export function Banners({ children }: { children: ReactNode }) {
  const saving = useStudio((state) => state.saving)
  const refusal = useStudio((state) => state.refusal)
  const metSiteWords = useStudio((state) => state.metSiteWords)
  const metNewText = useStudio((state) => state.metNewText)
  return (
    <div className="banners" aria-live="polite">
      {refusal !== null && <Refusal status={refusal.status} message={refusal.message} />}
      {saving === 'offline' && (
        <p className="banner" data-severity="error">
          <Trans>The connection is lost. Your texts are kept here and saved when it is back.</Trans>{' '}
          <button type="button" onClick={retry}>
            <Trans>Try now</Trans>
          </button>
        </p>
      )}
      {metSiteWords && (
        <p className="banner">
          <Trans>These words belong to the site's design; they are in no text of the content.</Trans>
        </p>
      )}
      {metNewText && (
        <p className="banner">
          <Trans>Another editor has just changed this text. You see the new one; click it again to change it.</Trans>
        </p>
      )}
      <BeforeNote />
      <ClosedNote />
      <Hint />
      {children}
    </div>
  )
}

/** Why no text can be changed while the page is shown as it was. */
function BeforeNote() {
  const isPage = useView(({ name }) => name === 'page')
  const isShown = useStudio(({ showsBefore, isLoading }) => showsBefore && !isLoading) && isPage
  const isMissing = useStudio((state) => state.pageProblems.length > 0)
  if (!isShown) return null
  return (
    <p className="banner">
      {isMissing ? (
        <Trans>The site does not have this page yet. You see the page that was shown last.</Trans>
      ) : (
        <Trans>This is the page as visitors see it now. Choose “After” to change texts.</Trans>
      )}
    </p>
  )
}

/** Why no text can be changed in a set that is to be published. */
function ClosedNote() {
  const siteTime = useSiteTime()
  const isPage = useView(({ name }) => name === 'page')
  const set = useStudio((state) => (isClosed(state) && !state.showsBefore ? currentSet(state) : undefined))
  if (!isPage || set === undefined) return null
  const at = set.scheduled && siteTime(set.scheduled.at)
  return (
    <p className="banner">
      {at ? (
        <Trans>This change set will be published on {at}. Take the schedule back in the review to change its texts.</Trans>
      ) : (
        <Trans>This change set is being published. Begin another one to change texts.</Trans>
      )}
    </p>
  )
}

function Refusal({ status, message }: { status: number; message: string }) {
  const { t } = useLingui()
  const again = () => {
    useStudio.setState({ refusal: null })
    retry()
    void loadPage()
  }
  if (status === 401)
    return (
      <p className="banner" data-severity="error">
        <Trans>You are not signed in any more.</Trans>{' '}
        <a href="/login" target="_blank" rel="noreferrer">
          <Trans>Sign in</Trans>
        </a>{' '}
        <button type="button" onClick={again}>
          <Trans>Try again</Trans>
        </button>
      </p>
    )
  return (
    <p className="banner" data-severity="error">
      {status === 403 ? t`Your account may not change this site. Ask who runs it for the role of editors.` : message}{' '}
      <button type="button" onClick={again}>
        <Trans>Try again</Trans>
      </button>
    </p>
  )
}

/** The hint is shown until the first text is opened, or it is closed. */
function Hint() {
  const [isKnown, setIsKnown] = useState(() => readKept(HINT) !== null)
  const selected = useStudio((state) => state.selected)
  const page = useStudio((state) => (state.showsBefore || isClosed(state) ? null : state.page))
  const isPage = useView(({ name }) => name === 'page')
  if (selected !== null) keep(HINT, 'known')
  if (isKnown || selected !== null || page === null || !isPage) return null
  return (
    <p className="banner">
      <Trans>Click a text to change it.</Trans>{' '}
      <button
        type="button"
        className="quiet"
        onClick={() => {
          keep(HINT, 'known')
          setIsKnown(true)
        }}
      >
        <Trans>Understood</Trans>
      </button>
    </p>
  )
}
