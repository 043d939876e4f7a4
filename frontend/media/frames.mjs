// Requests, cut from standard input: u32 length of all that follows, u32 length of the job, job as
// JSON, its input.

/** Jobs with their inputs, one after the other, until `stream` ends. */
export async function* frames(stream) {
  let parts = []
  let size = 0
  for await (const part of stream) {
    parts.push(part)
    size += part.length
    while (size >= 4) {
      // Joined only when a frame is whole: a large picture arrives in hundreds of parts.
      if (parts[0].length < 4) parts = [Buffer.concat(parts)]
      const end = 4 + parts[0].readUInt32LE(0)
      if (size < end) break
      const all = Buffer.concat(parts)
      const start = 8 + all.readUInt32LE(4)
      // Before the job, or the parts of a large picture would be kept beside the whole.
      parts = size > end ? [all.subarray(end)] : []
      size -= end
      yield { job: JSON.parse(all.toString('utf8', 8, start)), input: all.subarray(start, end) }
    }
  }
}
