// The sites to compare with, by the name of `--peer`.

import { Astro } from './astro.mjs'
import { Hugo } from './hugo.mjs'
import { Next } from './next.mjs'
import { Vike } from './vike.mjs'

export const peers = { hugo: Hugo, next: Next, astro: Astro, vike: Vike }
