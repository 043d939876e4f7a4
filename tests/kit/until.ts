// Waits for a condition, for a limited time.

/** Result of `attempt` once it no longer throws; fails with its last error after `seconds`. */
export async function eventually<T>(attempt: () => T, seconds = 10): Promise<T> {
  const end = Date.now() + seconds * 1000
  for (;;) {
    try {
      return attempt()
    } catch (error) {
      if (Date.now() > end) throw error
      await pause()
    }
  }
}

/** Tries again and again until `condition` holds; fails after `seconds`. */
export async function until(condition: () => Promise<boolean>, seconds = 20): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not true within ${seconds} s: ${condition}`)
    await pause()
  }
}

/** Leaves the processor to those who are waited for: some have a low priority. */
const pause = (): Promise<void> => new Promise((next) => setTimeout(next, 5))
