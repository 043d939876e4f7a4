// Browser storage that never throws: where it is blocked or full, a value is lost with the page.

/** The value of a key; null if there is none. */
export function readKept(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a value from one visit to the next; null removes it. */
export function keep(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key)
    else window.localStorage.setItem(key, value)
  } catch {
    // The value lives as long as the page.
  }
}
