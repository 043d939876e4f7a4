// A worker's answer to one page: its markup, and the files that its route declares. It is made
// completely or not at all.

import type { Rendered } from '#/contract.ts'
import { definition } from '#/definition.ts'
import { createFileMaker, type FileModules } from '#/worker/files.ts'
import type { PageRequest } from '#/worker/frames.ts'
import { type Around, createRenderer } from '#/worker/render.tsx'

export type Answer = { rendered: Rendered; markup: string; files: readonly Uint8Array[] }

export type AnswererOptions = {
  /** The modules of page files by place: `import.meta.glob('./files/*\/*.*.ts')`. */
  files?: FileModules
  /** Elements around every page, made once per worker. */
  around?: () => Around
}

/** Loads every component and catalog; makers of files are loaded at the first request. */
export async function createAnswerer({
  files,
  around,
}: AnswererOptions = {}): Promise<(request: PageRequest) => Promise<Answer> | Answer> {
  const render = await createRenderer(around)
  const makeFiles = await createFileMaker(files)
  const names = new Map(definition().routes.map(({ id, files = [] }) => [id, files.map(({ name }) => name)]))
  return ({ input, hasFiles }) => {
    const { markup, rendered } = render(input)
    const declared = hasFiles ? (names.get(input.route) ?? []) : []
    // Most pages offer no file: they are answered without a turn of the event loop.
    if (declared.length === 0 || rendered.error !== undefined) return { rendered, markup, files: [] }
    return makeFiles(input, declared).then((made) => ({
      rendered: { ...rendered, ...made.rendered },
      markup: made.rendered.error === undefined ? markup : '',
      files: made.files,
    }))
  }
}
