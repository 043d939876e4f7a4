// Standard output is the protocol. The output of a component or a library is sent to standard
// error, before any other module loads.

import { Console } from 'node:console'

globalThis.console = new Console(process.stderr, process.stderr)
