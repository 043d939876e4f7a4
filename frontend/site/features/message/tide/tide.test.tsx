// @vitest-environment jsdom

import { expectAccessible } from '@portico/app/testing'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { renderPart } from '#/testing/render-part.tsx'
import { rewriteField } from '../rewrite.ts'
import { Tide } from './tide.tsx'

/** A letter with one field, whose text is React's. */
function Letter() {
  const [text, setText] = useState('Bearings.')
  return (
    <form id="letter">
      <textarea aria-label="Summary" name="summary" value={text} onChange={({ target }) => setText(target.value)} />
      <output>{text}</output>
    </form>
  )
}

const show = () =>
  renderPart(
    <>
      <Tide rewriteLetter={(change) => rewriteField('summary', change)} />
      <Letter />
    </>,
  )
const fields = () => screen.getAllByRole('textbox').slice(0, 5) as HTMLInputElement[]
const type = async (...texts: string[]) => {
  for (const [index, text] of texts.entries()) {
    const field = fields()[index]!
    await userEvent.clear(field)
    if (text !== '') await userEvent.type(field, text)
  }
  await userEvent.tab()
}
const putIntoLetter = () => userEvent.click(screen.getByRole('button', { name: 'Put it into the letter' }))

describe("a founder's own figures", () => {
  it('are drawn while they are typed, from two years on', async () => {
    const { container } = await show()
    expect(screen.queryByRole('img')).toBeNull()
    await type('10', '15')
    expect(screen.getByRole('img', { name: /150 where the first year is 100/ }).querySelectorAll('path')).toHaveLength(24)
    await type('10', '15', '40')
    expect(screen.getByRole('img', { name: /400 where the first year is 100/ })).toBeTruthy()
    await expectAccessible(container)
  })

  it('are put into the letter through its state, once, and the focus moves there', async () => {
    await show()
    await type('10', '15', '40', '45', '60')
    await putIntoLetter()
    const last = new Date().getFullYear() - 1
    const letter = () => document.querySelector('output')?.textContent
    expect(letter()).toMatch(new RegExp(`^Bearings\\.\\nRevenue in CNY million: 10 .*, 60 \\(${last}\\)\\.$`, 's'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Summary')))
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('The figures are in the letter.')
    await type('10', '15', '40', '45', '90')
    await putIntoLetter()
    expect(letter()?.match(/Revenue/g)).toHaveLength(1)
    expect(letter()).toContain(`90 (${last})`)
  })

  it('that cannot be drawn are named at their fields, and the first of them has the focus', async () => {
    await show()
    await type('10', 'ten', '', '40')
    expect(fields().map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true', null, null, null])
    await putIntoLetter()
    expect(fields().map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true', 'true', null, null])
    expect(document.activeElement).toBe(fields()[1])
    expect(document.querySelector('output')?.textContent).toBe('Bearings.')
  })

  it('are asked for if there are too few', async () => {
    await show()
    await type('10')
    await putIntoLetter()
    expect(screen.getAllByRole('status')[0]?.textContent).toBe('Please enter two years or more.')
    expect(document.activeElement).toBe(fields()[1])
  })
})
