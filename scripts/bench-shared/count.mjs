// Numbers on a command line.

/** A whole number above 0; throws a sentence that names the option. */
export function count(text, option) {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`${option}: \`${text}\` is no number above 0`)
  return Number(text)
}
