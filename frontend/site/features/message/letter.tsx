// A message form as a letter: its addressee, its parts with their names in the margin, the
// enclosure, the signature. Beside it are hints on the content and on the next steps.

import { Trans } from '@lingui/react/macro'
import { type Form, type FormDefinition, FormRow, MessageForm, type Question, QuestionField } from '@portico/app/forms'
import { usePage, useSite } from '@portico/app/page'
import { type ReactNode, useId } from 'react'
import styles from './letter.module.css'

export type LetterPart = {
  title: ReactNode
  /**
   * Names of questions, those of a row beside each other. Questions without a place are put into
   * the last part.
   */
  rows: string[][]
  /** The file is below the rows. */
  hasFile?: boolean
}

export type LetterProps = {
  name: string
  definition: FormDefinition
  parts: LetterPart[]
  send: ReactNode
  sent: ReactNode
}

export function Letter({ name, definition, parts, send, sent }: LetterProps) {
  const { locale } = usePage()
  const firm = useSite().name[locale]
  return (
    <div className={styles.sheet}>
      <MessageForm name={name} definition={definition} send={send} sent={sent}>
        {(form, file) => (
          <>
            <p className={styles.opening}>
              <Trans comment="The beginning of a letter">Dear {firm},</Trans>
            </p>
            {placed(parts, definition.fields).map(({ title, rows, hasFile }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts stay where they are.
              <Part title={title} key={index}>
                {rows.map((row) => (
                  <Row row={row} form={form} key={row[0]?.name} />
                ))}
                {hasFile && file}
              </Part>
            ))}
          </>
        )}
      </MessageForm>
    </div>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset takes no place in a grid.
    <div className={styles.part} role="group" aria-labelledby={id}>
      <h2 className={styles.title} id={id}>
        {title}
      </h2>
      <div className={styles.questions}>{children}</div>
    </div>
  )
}

function Row({ row, form }: { row: Question[]; form: Form<string> }) {
  const fields = row.map((question) => <QuestionField question={question} form={form} key={question.name} />)
  return row.length > 1 ? <FormRow>{fields}</FormRow> : fields
}

/** The parts with their questions; questions without a place come last, each in its row. PURE. */
export function placed(parts: LetterPart[], questions: readonly Question[]) {
  const named = new Set(parts.flatMap(({ rows }) => rows.flat()))
  const others = questions.flatMap(({ name }) => (named.has(name) ? [] : [[name]]))
  return parts.map((part, index) => {
    const rows = index === parts.length - 1 ? [...part.rows, ...others] : part.rows
    const asked = rows.map((row) => row.flatMap((name) => questions.filter((question) => question.name === name)))
    return { ...part, rows: asked.filter((row) => row.length > 0) }
  })
}
