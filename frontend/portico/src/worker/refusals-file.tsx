// The file with which the origin shows a form again without JavaScript, when it refused a message:
// the reasons in the words of the live form, and the parts they are put into. The origin writes
// them into the form's own page.

import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { RefusalsFile } from '#/contract.ts'
import { type Rule, ruleValues } from '#/enumerations/rule.gen.ts'
import type { FormDefinition } from '#/features/message/form-definition.ts'
import { loadI18n } from '#/i18n/catalogs.ts'
import { sizeText } from '#/i18n/sizes.ts'
import { CaptchaPicture } from '#/ui/CaptchaField/CaptchaPicture.tsx'
import { FieldMessage } from '#/ui/Field/Field.tsx'
import { checkWith } from '#/ui/form/rules/check.ts'
import { fileRuleWords } from '#/ui/form/rules/file-words.ts'
import { RefusalSummary } from '#/ui/RefusalSummary/RefusalSummary.tsx'
import type { FileMaker } from '#/worker/file-maker.ts'

/**
 * Maker of that file, `refusals.json` of a form's page. The page's data has the form under `form`.
 */
export const refusalsFile: FileMaker = async ({ locale, payload }) => {
  const i18n = await loadI18n(locale, 'forms')
  const definition = payload.data['form'] as unknown as FormDefinition
  const html = (part: ReactNode) => renderToStaticMarkup(<I18nProvider i18n={i18n}>{part}</I18nProvider>)
  const [title, seconds, reason] = ['{title}', '{seconds}', '{reason}']
  const file: RefusalsFile = {
    title: i18n._(msg`Not sent: ${title}`),
    parts: {
      summary: html(<RefusalSummary note="{note}">{'{items}'}</RefusalSummary>),
      item: html(
        <li>
          <a href="#{id}">{'{reason}'}</a>
        </li>,
      ),
      reason: html(
        <FieldMessage id="{id}" kind="error">
          {'{reason}'}
        </FieldMessage>,
      ),
      captcha: html(<CaptchaPicture id="{id}" image="{image}" label={i18n._(msg`Characters in the picture`)} />),
    },
    notes: {
      questions: i18n._(msg`The message was not sent. What you entered is still here. Please look at these again:`),
      person: i18n._(
        msg`The message was not sent yet: many messages have come from your network. Please enter the characters in the picture below and send again.`,
      ),
      personAgain: i18n._(
        msg`The message was not sent yet: the characters do not match or are no longer valid. Please enter the new ones and send again.`,
      ),
      busy: i18n._(
        msg`The message was not sent: too many requests have come from your network. What you entered is still here; please try again in ${seconds} s.`,
      ),
      away: i18n._(msg`The message was not sent. What you entered is still here; please try again later.`),
      other: i18n._(msg`The message was not sent: ${reason}. What you entered is still here.`),
    },
    rules: rulesOf(definition, i18n),
    fileAgain: i18n._(msg`Please choose the file again: no browser keeps it.`),
  }
  return JSON.stringify(file)
}

/** The reason for every rule of every question, the file's and the consent's among them. */
function rulesOf({ fields, file }: FormDefinition, i18n: I18n): RefusalsFile['rules'] {
  const check = checkWith(i18n)
  const reasons = (reason: (rule: Rule) => string) =>
    Object.fromEntries(ruleValues.map((rule) => [rule, reason(rule)])) as { [rule in Rule]: string }
  const consent = i18n._(msg`Please give your consent`)
  return {
    ...Object.fromEntries(fields.map((question) => [question.name, reasons((rule) => check.rule(question, rule))])),
    ...(file && { file: reasons((rule) => i18n._(fileRuleWords(rule, sizeText(file.maxBytes, i18n.locale)))) }),
    consent: reasons(() => consent),
  }
}
