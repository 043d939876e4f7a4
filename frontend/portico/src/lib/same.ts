// Equality of JSON values. The order of an object's keys means nothing: a document has its HTML
// fields last, the payload of the same page has them in their places.

/** Whether two JSON values are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isBranch(one) || !isBranch(other)) return one === other
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every((key) => isSame(one[key], other[key]))
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
