// The field for the file of a message, with what may be attached and why a file cannot be taken.

import { Trans, useLingui } from '@lingui/react/macro'
import { FileField } from '@portico/app/ui/Field/FileField.tsx'
import { FILE_ACCEPT, fileFault } from './file-rule.ts'

export type AttachmentProps = {
  label: string
  /** Error of the field when it is empty and must not be; undefined: nothing is wrong. */
  missing?: string | undefined
  optional?: boolean
  file: File | undefined
  onChange: (file: File | undefined) => void
}

export function Attachment({ label, missing, optional = false, file, onChange }: AttachmentProps) {
  const { t } = useLingui()
  const faults = {
    type: t`This kind of file cannot be read here. Please send PDF, Word or PowerPoint.`,
    size: t`The file is larger than 20 MB. Please send a smaller one.`,
    empty: t`The file is empty.`,
  }
  const fault = fileFault(file)
  return (
    <FileField
      label={label}
      name="file"
      accept={FILE_ACCEPT}
      hint={<Trans>PDF, Word or PowerPoint, up to 20 MB</Trans>}
      optional={optional ? <Trans comment="After a field's label">(optional)</Trans> : undefined}
      error={fault === undefined ? missing : faults[fault]}
      file={file}
      aria-required={!optional}
      onTake={onChange}
    />
  )
}
