// The form for those who want to work with or at the firm.

import { Trans, useLingui } from '@lingui/react/macro'
import { SelectField } from '@portico/app/ui/Field/Field.tsx'
import { controlOf, MessageForm } from './message-form.tsx'

export function WorkForm() {
  const { t } = useLingui()
  return (
    <MessageForm
      path="/api/message/work"
      fields={{
        kind: { label: t`What it is about`, rules: [{ rule: 'required' }, { rule: 'enum', values: ['job', 'cooperation'] }] },
        message: {
          label: t`Your message`,
          rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', min: 20, max: 4000 }],
        },
      }}
      questions={(form) => (
        <SelectField
          label={t`What it is about`}
          {...controlOf(form, 'kind')}
          error={form.errors.kind === undefined ? undefined : t`Please choose`}
        >
          <option value="">{t`Please choose`}</option>
          <option value="job">{t`Working at the firm`}</option>
          <option value="cooperation">{t`Working with the firm`}</option>
        </SelectField>
      )}
      text={{ name: 'message', hint: <Trans>What you have done, what you would like to do</Trans> }}
      file={{ label: t`Curriculum vitae or paper`, optional: true }}
      send={<Trans>Send the message</Trans>}
      sent={<Trans>Somebody will read it this week and write back to you.</Trans>}
    />
  )
}
