// A button that asks once more before it does something that is hard to take back.

import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useRef } from 'react'

/** Properties: `children` name the consequence; `action` is the dialog's own button. */
export type ConfirmProps = {
  label: string
  /** The name of the button for screen readers, where several have the same label. */
  name?: string
  title: string
  action: string
  className?: string
  isDisabled?: boolean
  onConfirm: () => void
  children: ReactNode
}

/** The button and its dialog. Escape and a click on “Cancel” do nothing. */
export function ConfirmButton({ label, name, title, action, className, isDisabled = false, onConfirm, children }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={name}
        disabled={isDisabled}
        onClick={() => dialog.current?.showModal()}
      >
        {label}
      </button>
      <dialog ref={dialog} className="confirm" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        {children}
        <form method="dialog" className="row">
          <button type="submit" className="primary" onClick={onConfirm}>
            {action}
          </button>
          <button type="submit">
            <Trans>Cancel</Trans>
          </button>
        </form>
      </dialog>
    </>
  )
}
