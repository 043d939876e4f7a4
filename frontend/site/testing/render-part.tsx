// Renders a part of a page as it appears on a page of the sample site.

import { type RenderPartOptions, renderOn } from '@portico/app/testing'
import type { RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { sampleInput } from '#/testing/sample-payload.ts'

export function renderPart(
  part: ReactNode,
  { route = 'home', locale = 'en', at }: RenderPartOptions = {},
): Promise<RenderResult> {
  return renderOn(sampleInput(route, locale), part, at)
}
