// A message to the people behind the site. The form's questions are content: forms/contact.yaml.

import { Trans } from '@lingui/react/macro'
import { MessageForm, QuestionField } from '@portico/app/forms'
import { usePage } from '@portico/app/page'
import { Html } from '@portico/app/ui'
import type { PageData } from '#/queries.ts'
import { PageHead } from '#/ui/PageHead/PageHead.tsx'
import { Prose } from '#/ui/Prose/Prose.tsx'

export default function Page() {
  const { page, form: definition, sent } = usePage<PageData<'contact'>>().data
  return (
    <>
      <PageHead title={page.title} lead={page.lead} />
      <MessageForm name="contact" definition={definition} send={<Trans>Send the message</Trans>} sent={sent.lead}>
        {(form, file) => (
          <>
            {definition.fields.map((question) => (
              <QuestionField question={question} form={form} key={question.name} />
            ))}
            {file}
          </>
        )}
      </MessageForm>
      <Prose size="small" beside>
        <Html field="page.body" />
      </Prose>
    </>
  )
}
