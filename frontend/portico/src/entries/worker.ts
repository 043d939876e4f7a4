// The worker that renders, and the makers of page files.

export type { RefusalsFile, ResultsFile } from '#/contract.ts'
export { serve } from '#/worker/entry.ts'
export type { FileBytes, FileInput, FileMaker } from '#/worker/file-maker.ts'
export { refusalsFile } from '#/worker/refusals-file.tsx'
export { remembered } from '#/worker/remembered.ts'
export { type Around, createRenderer, type Renderer } from '#/worker/render.tsx'
export { type SearchFileOptions, searchFile } from '#/worker/search-file.tsx'
export type { WorkerOptions } from '#/worker/serve.ts'
