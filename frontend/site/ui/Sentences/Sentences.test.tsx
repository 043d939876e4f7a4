// @vitest-environment jsdom

import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Sentences } from './Sentences.tsx'

afterEach(cleanup)

it.each([
  ['The tide is out. Nothing is here.', ['The tide is out. ', 'Nothing is here.']],
  ['潮水不催人，也不等人。我们看得懂。', ['潮水不催人，也不等人。', '我们看得懂。']],
  ['CNY 18.6 bn', ['CNY 18.6 bn']],
])('sets each sentence of “%s” by itself, and loses no character', (text, lines) => {
  const { container } = render(<Sentences text={text} />)
  expect(Array.from(container.children, (line) => line.textContent)).toEqual(lines)
  expect(container.textContent).toBe(text)
})
