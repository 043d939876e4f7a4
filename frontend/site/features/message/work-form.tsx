// The form for people who want to work with or at the firm.

import { Trans } from '@lingui/react/macro'
import { Letter, type LetterProps } from './letter.tsx'

export function WorkForm({ definition, sent }: Pick<LetterProps, 'definition' | 'sent'>) {
  return (
    <Letter
      name="work"
      definition={definition}
      parts={[
        { title: <Trans>What for</Trans>, rows: [['kind', 'position'], ['place'], ['from']] },
        { title: <Trans>The letter</Trans>, rows: [['message']], hasFile: true },
        { title: <Trans>Who writes</Trans>, rows: [['name'], ['email', 'phone']] },
      ]}
      send={<Trans>Send the message</Trans>}
      sent={sent}
    />
  )
}
