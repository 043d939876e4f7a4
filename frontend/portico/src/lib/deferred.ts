// `Promise.withResolvers`, which the oldest browsers that the app runs in (vite.config.ts) do not
// have.

export type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void }

/** A promise, and the function that resolves it. */
export function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {}
  const promise = new Promise<T>((keep) => {
    resolve = keep
  })
  return { promise, resolve }
}
