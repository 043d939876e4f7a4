// Groups of processes, each named by the id of its first process.

/** How long a process may take to end before it is killed, in milliseconds. */
const GRACE = 15_000

/** Between two checks whether a group has ended, in milliseconds. */
const LOOK = 20

/** Sends a signal to a group; returns whether it has a process. */
export function signalGroup(id, signal) {
  try {
    process.kill(-id, signal)
    return true
  } catch {
    return false
  }
}

/** Ends groups, by force if a process does not end, and waits until none is left. */
export async function endGroups(ids) {
  for (const id of ids) signalGroup(id, 'SIGTERM')
  const limit = Date.now() + GRACE
  for (let left = ids; left.length > 0; left = left.filter((id) => signalGroup(id, 0))) {
    if (Date.now() > limit) for (const id of left) signalGroup(id, 'SIGKILL')
    await new Promise((next) => setTimeout(next, LOOK))
  }
}
