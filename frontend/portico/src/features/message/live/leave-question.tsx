// The question before a message that was not sent is left.

import { Trans } from '@lingui/react/macro'
import { Button } from '#/ui/Button/Button.tsx'
import { Dialog } from '#/ui/Dialog/Dialog.tsx'
import { FormActions, FormLayout } from '#/ui/FormLayout/FormLayout.tsx'
import type { Answer } from './use-unsent.ts'

export function LeaveQuestion({ onAnswer }: { onAnswer: Answer }) {
  return (
    <Dialog title={<Trans>Leave without sending?</Trans>} asksOfHistory onClose={() => onAnswer(false)}>
      <FormLayout
        onSubmit={(event) => {
          event.preventDefault()
          onAnswer(false)
        }}
      >
        <p>
          <Trans>Your message has not been sent. What you wrote and attached is kept on this device for a day.</Trans>
        </p>
        <FormActions>
          <Button type="submit" variant="primary" size="large" autoFocus>
            <Trans comment="Button: does not leave the page">Stay</Trans>
          </Button>
          <Button size="large" onClick={() => onAnswer(true)}>
            <Trans comment="Button: leaves the page">Leave</Trans>
          </Button>
        </FormActions>
      </FormLayout>
    </Dialog>
  )
}
