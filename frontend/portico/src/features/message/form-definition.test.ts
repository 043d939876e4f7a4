import { describe, expect, it } from 'vitest'
import { type FileQuestion, fileFault } from './form-definition.ts'

const question: FileQuestion = { label: 'The plan', maxBytes: 20 * 1024 * 1024, types: ['pdf', 'word', 'powerpoint'] }

describe('the file of a message', () => {
  it.each([
    [{ name: 'plan.pdf', size: 1 }, undefined],
    [{ name: 'PLAN.DOCX', size: question.maxBytes }, undefined],
    [{ name: 'plan.pdf', size: question.maxBytes + 1 }, 'size'],
    [{ name: 'plan.pdf', size: 0 }, 'empty'],
    [{ name: 'plan.pdf.exe', size: 1 }, 'content'],
    [{ name: 'plan', size: 1 }, 'content'],
  ])('%j: %s', (file, fault) => {
    expect(fileFault(question, file)).toBe(fault)
  })

  it('is of a kind that the form takes', () => {
    expect(fileFault({ ...question, types: ['pdf'] }, { name: 'plan.docx', size: 1 })).toBe('content')
  })
})
