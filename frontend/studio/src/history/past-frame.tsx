// A page as it was, in a frame without scripts. It is only looked at: its links lead nowhere.

import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Glass } from '../frame/glass.tsx'
import { hasListeners } from '../frame/hit.ts'
import { prepareDocument } from '../frame/prepare.ts'
import { replacePage } from '../frame/show.ts'
import type { PastDocument } from '../past.ts'

const nothing = () => {}

/** The frame. */
export function PastFrame({ page }: { page: PastDocument }) {
  const { t } = useLingui()
  const [frame, setFrame] = useState<Document | null>(null)
  useEffect(() => {
    if (frame === null) return
    replacePage(frame, prepareDocument(page.html, page.files, true))
    const stop = new AbortController()
    for (const kind of ['click', 'submit'])
      frame.addEventListener(kind, (event) => event.preventDefault(), { signal: stop.signal, capture: true })
    return () => stop.abort()
  }, [frame, page])
  return (
    <div className="past-page">
      <iframe
        className="page"
        title={t`The page as it was`}
        src="/studio/frame"
        sandbox="allow-same-origin"
        onLoad={({ currentTarget }) => setFrame(currentTarget.contentDocument)}
      />
      {frame !== null && !hasListeners(frame) && <Glass frame={frame} onClick={nothing} onMove={nothing} onScroll={nothing} />}
    </div>
  )
}
