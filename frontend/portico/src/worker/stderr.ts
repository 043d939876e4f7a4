// Standard output is the protocol. Whatever a component or a library prints goes to standard error,
// before anything else loads.

import { Console } from 'node:console'

globalThis.console = new Console(process.stderr, process.stderr)
