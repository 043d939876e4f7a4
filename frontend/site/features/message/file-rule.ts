// What may be attached to a message.

/** Largest file, in bytes; the origin checks again. */
export const FILE_MAX_BYTES = 20 * 1024 * 1024

/** Endings of the files that are read here. */
export const FILE_ENDINGS = ['.pdf', '.doc', '.docx', '.ppt', '.pptx'] as const

/** The `accept` of the file's field. */
export const FILE_ACCEPT = FILE_ENDINGS.join(',')

/** Why the file cannot be taken; undefined when it can. */
export function fileFault(file: { name: string; size: number } | undefined): 'type' | 'size' | 'empty' | undefined {
  if (file === undefined) return undefined
  const name = file.name.toLowerCase()
  if (!FILE_ENDINGS.some((ending) => name.endsWith(ending))) return 'type'
  if (file.size === 0) return 'empty'
  return file.size > FILE_MAX_BYTES ? 'size' : undefined
}
