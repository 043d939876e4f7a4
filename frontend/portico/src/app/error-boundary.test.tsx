// @vitest-environment jsdom

import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ErrorBoundary } from '#/app/error-boundary.tsx'

function Torn(): never {
  throw new TypeError('no data')
}

it('R1.09: the error of a page is logged to the console, and told to the caller', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const onError = vi.fn()
  render(
    <ErrorBoundary onError={onError} resetKey="/about">
      <Torn />
    </ErrorBoundary>,
  )
  const torn = expect.objectContaining({ name: 'TypeError', message: 'no data' })
  expect(logged).toHaveBeenCalledWith('a page failed', torn, expect.stringContaining('Torn'))
  expect(onError).toHaveBeenCalledWith(torn)
})
