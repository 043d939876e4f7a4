// A labelled control with its hint and its error: text, several lines, a choice. The error is
// announced with the control.

import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, type TextareaHTMLAttributes, useId } from 'react'
import { Icon } from '#/ui/Icon/Icon.tsx'
import { open as openIcon } from '#/ui/Icon/paths.gen.ts'
import styles from './Field.module.css'

type Frame = {
  /** The name of the answer in the request. */
  name?: string | undefined
  label: ReactNode
  /** Hint on the expected input, in a few words. */
  hint?: ReactNode
  /** Why the value is refused; shown in place of the hint. */
  error?: ReactNode
  /** Notes after the label that the field may stay empty. */
  optional?: ReactNode | false | undefined
  /**
   * `code` sets the typed text large and spaced: digits to copy from an e-mail. `line` sets a
   * choice quietly on a line, above a list.
   */
  look?: 'code' | 'line' | undefined
}

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/**
 * The frame around any control; `children` receives what ties the control to its label and
 * messages.
 */
export function Field({
  name,
  label,
  hint,
  error,
  optional,
  look,
  children,
}: Frame & { children: (tie: Described) => ReactNode }) {
  const id = useId()
  const message = error ?? hint
  const described = message === undefined || message === '' ? undefined : `${id}-message`
  return (
    <div className={styles.field} data-look={look} data-field={name}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> {optional}</span>}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error === undefined ? undefined : true })}
      {described !== undefined && (
        <FieldMessage id={described} kind={error === undefined ? 'hint' : 'error'}>
          {message}
        </FieldMessage>
      )}
    </div>
  )
}

export type FieldMessageProps = { id: string; kind: 'hint' | 'error'; children: ReactNode }

/** A hint on an answer, or why it is refused. */
export function FieldMessage({ id, kind, children }: FieldMessageProps) {
  return (
    <p className={styles.message} data-kind={kind} id={id}>
      {children}
    </p>
  )
}

export type TextFieldProps = Frame & {
  /** Shown beside the control: an object that the visitor needs to see to fill it in. */
  beside?: ReactNode
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'>

export function TextField({ label, hint, error, optional, look, beside, ...input }: TextFieldProps) {
  return (
    <Field name={input.name} label={label} hint={hint} error={error} optional={optional} look={look}>
      {(tie) => {
        const control = <input {...input} {...tie} className={styles.control} />
        if (beside === undefined) return control
        return (
          <div className={styles.beside}>
            {beside}
            {control}
          </div>
        )
      }}
    </Field>
  )
}

export type TextAreaFieldProps = Frame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'>

export function TextAreaField({ label, hint, error, optional, look, ...area }: TextAreaFieldProps) {
  return (
    <Field name={area.name} label={label} hint={hint} error={error} optional={optional} look={look}>
      {(tie) => <textarea {...area} {...tie} className={styles.control} />}
    </Field>
  )
}

export type SelectFieldProps = Frame & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'>

export function SelectField({ label, hint, error, optional, look, ...select }: SelectFieldProps) {
  return (
    <Field name={select.name} label={label} hint={hint} error={error} optional={optional} look={look}>
      {(tie) => (
        <span className={styles.choice}>
          <select {...select} {...tie} className={styles.control} />
          <Icon path={openIcon} size={14} />
        </span>
      )}
    </Field>
  )
}
