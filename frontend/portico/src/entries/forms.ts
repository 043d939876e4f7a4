// Forms made from their definition, their fields, and the layout of a form.

export { type Rule, ruleValues } from '#/enumerations/rule.gen.ts'
export type { FileQuestion, FormDefinition, Question } from '#/features/message/form-definition.ts'
export { MessageForm, type MessageFormProps } from '#/features/message/message-form.tsx'
export { MessageState } from '#/features/message/message-state.tsx'
export { QuestionField } from '#/features/message/question-field.tsx'
export { useTypedText } from '#/state/use-typed-text.ts'
export { CaptchaField, type CaptchaFieldProps } from '#/ui/CaptchaField/CaptchaField.tsx'
export { CheckField, type CheckFieldProps } from '#/ui/Field/CheckField.tsx'
export {
  FieldMessage,
  SelectField,
  type SelectFieldProps,
  TextAreaField,
  type TextAreaFieldProps,
  TextField,
  type TextFieldProps,
} from '#/ui/Field/Field.tsx'
export { FileField, type FileFieldProps } from '#/ui/Field/FileField.tsx'
export { FormActions, FormLayout, type FormLayoutProps, FormRow } from '#/ui/FormLayout/FormLayout.tsx'
export type { Form, FormField, useForm } from '#/ui/form/use-form.ts'
