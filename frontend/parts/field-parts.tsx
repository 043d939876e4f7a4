// Fields: empty, filled, wrong and disabled.

import {
  CaptchaField,
  type CaptchaFieldProps,
  CheckField,
  FileField,
  FormActions,
  FormLayout,
  FormRow,
  SelectField,
  TextAreaField,
  TextField,
} from '@portico/app/forms'
import { Button } from '@portico/app/ui'
import { Shown } from './shown.tsx'

/** Replaces the picture that the origin draws. */
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 220 80"%3E%3Ctext x="24" y="54" font-size="44"%3E7K3DQX%3C/text%3E%3C/svg%3E'

const captchas: CaptchaFieldProps['source'][] = [
  { kind: 'image', state: 'ready', captcha: { captchaId: '1', image: PICTURE, expiresIn: 300 }, unasked: true, renew: () => {} },
  { kind: 'image', state: 'failed', captcha: undefined, unasked: true, renew: () => {} },
]

export function FieldParts() {
  return (
    <>
      <Shown name="TextField">
        <FormLayout aria-label="Text fields">
          <FormRow>
            <TextField label="E-mail 邮箱" hint="We send a code there" />
            <TextField label="Name" optional="(optional)" defaultValue="林一宁" />
          </FormRow>
          <FormRow>
            <TextField label="Company" error="Please enter Company" />
            <TextField label="Fund" defaultValue="IV" disabled />
          </FormRow>
          <TextField label="Code" look="code" defaultValue="482913" hint="Six digits; good for ten minutes" />
        </FormLayout>
      </Shown>
      <Shown name="TextAreaField, SelectField">
        <FormLayout aria-label="Longer fields">
          <TextAreaField label="The plan in a few sentences" hint="What you make, for whom, how far you are" />
          <SelectField label="Stage" error="Please choose a stage">
            <option value="">Please choose</option>
            <option value="a">Series A</option>
          </SelectField>
          <FormRow>
            <SelectField label="Industry" look="line">
              <option>All 全部</option>
            </SelectField>
            <SelectField label="Year" look="line" data-chosen="true">
              <option>2021</option>
            </SelectField>
          </FormRow>
        </FormLayout>
      </Shown>
      <Shown name="FileField">
        <FormLayout aria-label="Files">
          <FileField label="The plan" hint="PDF, Word or PowerPoint, up to 20 MB" file={undefined} onTake={() => {}} />
          <FileField
            label="Curriculum vitae"
            error="The file is larger than 20 MB. Please send a smaller one."
            file={new File([], 'resume.pdf')}
            onTake={() => {}}
          />
        </FormLayout>
      </Shown>
      <Shown name="CaptchaField">
        {captchas.map((source) => (
          <FormLayout aria-label={`Captcha, ${source.state}`} key={source.state}>
            <CaptchaField source={source} value="" error={undefined} onChange={() => {}} />
          </FormLayout>
        ))}
      </Shown>
      <Shown name="CheckField, FormActions">
        <FormLayout aria-label="Consent">
          <CheckField label="I agree that this message is read and kept" defaultChecked />
          <CheckField label="I have read the terms" error="Please read and accept the agreements" />
          <FormActions>
            <Button type="submit" variant="primary" size="large">
              Send
            </Button>
            <Button variant="quiet">Cancel</Button>
          </FormActions>
        </FormLayout>
      </Shown>
    </>
  )
}
