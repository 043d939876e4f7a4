// Results of a pure function, remembered as long as their source exists.

/**
 * `make`, which works once for each `source` and `options`. Sources are distinguished by identity:
 * a result for one page is forgotten with the page, and a result for the site is made once per
 * worker.
 */
export function remembered<Source extends object, Options, Result>(
  make: (source: Source, options: Options) => Result,
): (source: Source, options: Options) => Result {
  const made = new WeakMap<Source, Map<string, Result>>()
  return (source, options) => {
    const ofSource = made.get(source) ?? new Map<string, Result>()
    made.set(source, ofSource)
    const key = JSON.stringify(options)
    const known = ofSource.get(key)
    if (known !== undefined) return known
    const result = make(source, options)
    ofSource.set(key, result)
    return result
  }
}
