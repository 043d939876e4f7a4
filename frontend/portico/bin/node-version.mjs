// Versions of Node: pages are rendered, and the frontend is built, by a new enough one. The
// generator has the same number (`generator/media/src/workers/node.rs`); a test compares them.

/** The oldest major version. */
export const LEAST = 24

/** The version that is fetched where the machine has none that is new enough. */
export const FETCHED = '24.21.0'

/** Whether a version such as `24.21.0` is new enough. */
export const isNew = (version) => Number(version.split('.')[0]) >= LEAST
