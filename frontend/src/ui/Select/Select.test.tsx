// @vitest-environment jsdom

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { expectAccessible } from '#/testing/axe.ts'
import { renderPart } from '#/testing/render-part.tsx'
import { Select } from './Select.tsx'

const onChange = vi.fn()

function Years() {
  const [value, setValue] = useState('')
  const change = (next: string) => {
    onChange(next)
    setValue(next)
  }
  return (
    <form aria-label="Filter">
      <Select
        label="Year"
        name="year"
        value={value}
        onChange={change}
        options={[
          { value: '', label: 'Every year' },
          { value: '2025', label: '2025' },
        ]}
      />
    </form>
  )
}

const form = () => new FormData(screen.getByRole('form'))

describe('Select', () => {
  it('stays as it is while it is in use', async () => {
    await renderPart(<Years />)
    screen.getByRole('combobox').focus()
    fireEvent.pointerEnter(screen.getByRole('combobox'), { pointerType: 'mouse' })
    await import('./SelectList.tsx')
    expect(screen.getByRole('combobox').tagName).toBe('SELECT')
  })

  it('is the browser’s own until a mouse comes near', async () => {
    await renderPart(<Years />)
    fireEvent.change(screen.getByRole('combobox', { name: 'Year' }), { target: { value: '2025' } })
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2025')
    expect(form().get('year')).toBe('2025')
    fireEvent.pointerEnter(screen.getByRole('combobox'), { pointerType: 'touch' })
    await import('./SelectList.tsx')
    expect(screen.getByRole('combobox').tagName).toBe('SELECT')
  })

  it('becomes a list in the page’s type for a mouse, with the same name, label and value', async () => {
    await renderPart(<Years />)
    fireEvent.pointerEnter(screen.getByRole('combobox'), { pointerType: 'mouse' })
    await waitFor(() => expect(screen.getByRole('combobox').tagName).toBe('BUTTON'))
    const field = screen.getByRole('combobox', { name: /^Year/u })
    expect(field.textContent).toBe('Every year')
    await userEvent.click(field)
    await userEvent.click(await screen.findByRole('option', { name: '2025' }))
    expect(onChange).toHaveBeenLastCalledWith('2025')
    await waitFor(() => expect(form().get('year')).toBe('2025'))
    await expectAccessible(screen.getByRole('form'))
  })
})
