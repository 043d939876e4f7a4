// A dialog of the list of entries: a heading, a close button, and its content.

import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useRef } from 'react'

/** Properties. `isWide`: the dialog fills the window. */
export type DialogProps = { title: string; isWide?: boolean; onClose: () => void; children: ReactNode }

/** The dialog. Escape closes it; the focus returns to where it was. */
export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const { t } = useLingui()
  const heading = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => (before as HTMLElement | null)?.focus?.()
  }, [])
  return (
    <dialog ref={dialog} className={isWide ? 'form-dialog wide' : 'form-dialog'} aria-labelledby={heading} onClose={onClose}>
      <header>
        <h2 id={heading}>{title}</h2>
        <button type="button" className="quiet" aria-label={t`Close`} onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </dialog>
  )
}
