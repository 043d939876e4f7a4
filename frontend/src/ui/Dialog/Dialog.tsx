// A modal dialog: the browser's own, which keeps the focus inside, closes on Escape, makes the rest of the page inert and gives the
// focus back. Open as long as it is rendered.

import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'

export type DialogProps = {
  title: ReactNode
  /** Called when the visitor closes it; whoever renders it takes it away then. */
  onClose: () => void
  children: ReactNode
}

export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useLingui()
  const own = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before it leaves the document, or the focus would be lost with it.
  useLayoutEffect(() => {
    const dialog = own.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog className={styles.dialog} ref={own} aria-labelledby={titleId} closedby="any" onClose={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        <button className={styles.close} type="button" aria-label={t`Close`} onClick={onClose}>
          <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
            <path d="M1 1l12 12M13 1L1 13" />
          </svg>
        </button>
      </div>
      {children}
    </dialog>
  )
}
