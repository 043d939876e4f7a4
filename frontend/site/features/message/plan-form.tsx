// The form for a business plan.

import { Trans } from '@lingui/react/macro'
import { Letter, type LetterProps } from './letter.tsx'

export function PlanForm({ definition, sent }: Pick<LetterProps, 'definition' | 'sent'>) {
  return (
    <Letter
      name="bp"
      definition={definition}
      parts={[
        {
          title: <Trans>The company</Trans>,
          rows: [
            ['company', 'city'],
            ['industry', 'stage'],
            ['amount', 'homepage'],
          ],
        },
        { title: <Trans>In brief</Trans>, rows: [['summary']], hasFile: true },
        {
          title: <Trans>Who writes</Trans>,
          rows: [
            ['name', 'role'],
            ['email', 'phone'],
          ],
        },
      ]}
      send={<Trans>Send the plan</Trans>}
      sent={sent}
    />
  )
}
