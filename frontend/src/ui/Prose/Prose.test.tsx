// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { Prose } from './Prose.tsx'

const table = (
  <table>
    <tbody>
      <tr>
        <td>1</td>
      </tr>
    </tbody>
  </table>
)

/** Sets what jsdom does not compute: how wide every element's content is, where its box is 300 px wide. */
function stubWidth(content: number): void {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(content)
}

afterEach(() => vi.restoreAllMocks())

describe('Prose', () => {
  it('the keyboard reaches a table that scrolls, and passes over one that does not', async () => {
    stubWidth(500)
    const { unmount } = await renderPart(<Prose>{table}</Prose>)
    expect(screen.getByRole('table').tabIndex).toBe(0)
    unmount()
    stubWidth(300)
    await renderPart(<Prose>{table}</Prose>)
    expect(screen.getByRole('table').tabIndex).toBe(-1)
  })
})
