// The export of a page file's module: `export default function …` of type FileMaker, at
// `site/files/<route>/<name>.ts`.

import type { I18n } from '@lingui/core'
import type { PageInput } from '#/contract.ts'

/**
 * Makes a file of a page. Like a component it is a pure function: no clock, no randomness, no
 * network, no state.
 */
export type FileMaker = (page: FileInput, i18n: I18n) => FileBytes | Promise<FileBytes>

/** Input of a page file: the same as a component's. */
export type FileInput = Pick<PageInput, 'route' | 'path' | 'locale' | 'payload' | 'head' | 'site'>

/** Text is sent as UTF-8. */
export type FileBytes = Uint8Array | string
