// The shared parts of the command lines of benchmarks.

import { parseArgs } from 'node:util'

/**
 * The options of `argv`, checked by `check`. Ends the process with the usage on request, or when
 * they are invalid.
 */
export function readOptions(argv, usage, options, check) {
  try {
    const { values } = parseArgs({ args: argv, options: { ...options, help: { type: 'boolean', default: false } } })
    if (values.help) {
      console.log(usage)
      process.exit()
    }
    return check(values)
  } catch (error) {
    console.error(`${error.message}\n${usage}`)
    process.exit(64)
  }
}

/** A whole number above 0; throws a sentence that names the option. */
export function count(text, option) {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${option}: \`${text}\` is no number above 0`)
  return Number(text)
}
