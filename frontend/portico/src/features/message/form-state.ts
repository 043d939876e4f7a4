// State of a message form, shared by the form and by the code that is fetched later (`live/`).

import type { Form } from '#/ui/form/use-form.ts'
import type { ChosenFile, FormDefinition } from './form-definition.ts'

export type FormState = {
  /** The form's key: `bp`. */
  name: string
  definition: FormDefinition
  form: Form<string>
  /**
   * When the form was shown, in milliseconds: a text that was changed earlier is from an earlier
   * visit.
   */
  since: number
  file: ChosenFile | undefined
  setFile: (file: ChosenFile | undefined) => void
  /** Why the file is refused. */
  fileError: string | undefined
  setFileError: (error: string | undefined) => void
  setBusy: (busy: boolean) => void
  /** Called with the message's number once the origin has the message. */
  setNumber: (number: string) => void
}

/** A press of the button. */
export type Attempt = { element: HTMLFormElement }
