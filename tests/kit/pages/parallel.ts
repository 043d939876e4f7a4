// Two tabs at a time: as many as two cores can feed.

const LANES = 2

/** Does `work` for each item, in lanes. The results are in the items' order. */
export async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  // An array's iterator can be shared: each lane takes the next item when it is done with its last.
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}
