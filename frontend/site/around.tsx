// The context around every page in a worker: tide lines that many pages draw are drawn once.

import { type Around, remembered } from '@portico/app/worker'
import { ContourPaths } from '#/ui/Contour/Contour.tsx'
import { contourPaths } from '#/ui/Contour/contour.ts'

export function around(): Around {
  const draw = remembered(contourPaths)
  return (page) => <ContourPaths value={draw}>{page}</ContourPaths>
}
