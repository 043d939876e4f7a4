// A button that asks once more before it does something that is hard to take back.

import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useRef } from 'react'

/** Properties: `children` of the dialog say what will happen; `action` names it on the dialog's button. */
export type ConfirmProps = {
  label: string
  /** The name of the button where its label alone does not say what it belongs to. */
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
