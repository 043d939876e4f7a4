// Withdrawing a message, after a question.

import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { api } from '#/api/client.ts'
import { ApiError } from '#/api/errors.ts'
import { toast } from '#/state/toasts.ts'
import { Button } from '#/ui/Button/Button.tsx'
import { Dialog, loadDialog } from '#/ui/Dialog/Dialog.tsx'
import { FormActions, FormLayout } from '#/ui/FormLayout/FormLayout.tsx'

export function Withdrawal({ token, onWithdrawn }: { token: string; onWithdrawn: () => void }) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const ask = () => {
    // Without its code the dialog cannot be shown, and the message is not withdrawn.
    loadDialog().then(() => setAsked(true), fail)
  }
  const fail = () => toast.error(t`It could not be withdrawn just now. Please try again.`)
  const withdraw = async () => {
    setBusy(true)
    try {
      await api.post('/api/message/withdraw', { token }, { loading: true })
      toast.success(t`Your message is withdrawn. What you wrote and the file are deleted.`)
      onWithdrawn()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.message === '') fail()
      else toast.error(error.message)
      setAsked(false)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="large" onClick={ask}>
        <Trans>Withdraw the message</Trans>
      </Button>
      {isAsked && (
        <Dialog title={<Trans>Withdraw the message</Trans>} onClose={() => setAsked(false)}>
          <FormLayout onSubmit={(event) => event.preventDefault()}>
            <p>
              <Trans>What you wrote and the file are deleted at once. This cannot be undone.</Trans>
            </p>
            <FormActions>
              <Button variant="danger" size="large" busy={busy} onClick={() => void withdraw()}>
                <Trans>Withdraw it</Trans>
              </Button>
              <Button size="large" autoFocus disabled={busy} onClick={() => setAsked(false)}>
                <Trans>Keep it</Trans>
              </Button>
            </FormActions>
          </FormLayout>
        </Dialog>
      )}
    </>
  )
}
