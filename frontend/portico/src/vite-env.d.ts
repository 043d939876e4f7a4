/// <reference types="vite/client" />

// `?lingui`-less import of a catalog: the Vite plugin compiles it.
declare module '*.po' {
  import type { Messages } from '@lingui/core'

  export const messages: Messages
}
