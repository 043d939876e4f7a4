// Ends the processes of a command that is gone. The command writes `+ID` for each group that it
// starts and `-ID` for each that has ended; its end, by `kill -9` too, closes the pipe.

import { createInterface } from 'node:readline'
import { endGroups } from './groups.mjs'

const groups = new Set()
for await (const line of createInterface({ input: process.stdin })) {
  const id = Number(line.slice(1))
  if (line.startsWith('+')) groups.add(id)
  else groups.delete(id)
}
await endGroups([...groups])
