import type { Schema } from '../api.ts'

/** Properties of a part of a form: the value at a pointer of a file. */
export type FormPartProps = { file: string; pointer: string; schema: Schema; label: string; isRequired: boolean }
