// The form for a business plan.

import { Trans, useLingui } from '@lingui/react/macro'
import { SelectField, TextField } from '@portico/app/ui/Field/Field.tsx'
import { FormRow } from '@portico/app/ui/FormLayout/FormLayout.tsx'
import { stageLabels } from '#/labels/content-labels.ts'
import { controlOf, MessageForm } from './message-form.tsx'

export function PlanForm() {
  const { t, i18n } = useLingui()
  return (
    <MessageForm
      path="/api/message/bp"
      fields={{
        company: { label: t`Company`, rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', max: 100 }] },
        stage: { label: t`Stage`, rules: [{ rule: 'required' }, { rule: 'enum', values: Object.keys(stageLabels) }] },
        summary: {
          label: t`The plan in a few sentences`,
          rules: [{ rule: 'required' }, { rule: 'whitespace' }, { rule: 'string', min: 20, max: 2000 }],
        },
      }}
      questions={(form) => (
        <FormRow>
          <TextField label={t`Company`} autoComplete="organization" {...controlOf(form, 'company')} />
          <SelectField
            label={t`Stage`}
            {...controlOf(form, 'stage')}
            error={form.errors.stage === undefined ? undefined : t`Please choose a stage`}
          >
            <option value="">{t`Please choose`}</option>
            {Object.entries(stageLabels).map(([value, name]) => (
              <option value={value} key={value}>
                {i18n._(name)}
              </option>
            ))}
          </SelectField>
        </FormRow>
      )}
      text={{ name: 'summary', hint: <Trans>What you make, for whom, how far you are, what you need</Trans> }}
      file={{ label: t`The plan` }}
      send={<Trans>Send the plan</Trans>}
      sent={<Trans>We read every plan and answer within ten working days, also when the answer is no.</Trans>}
    />
  )
}
