import { expect, test } from 'vitest'
import { allowedView } from './roles.ts'
import type { View } from './view.ts'

test('a person gets only views that the roles allow', () => {
  const rows: [roles: string[], asked: View['name'], shown: View['name']][] = [
    [['editor'], 'review', 'review'],
    [['editor'], 'messages', 'page'],
    [['editor', 'publisher'], 'messages', 'page'],
    [['recipient'], 'messages', 'messages'],
    [['recipient'], 'page', 'messages'],
    [['recipient'], 'entries', 'messages'],
    [['editor', 'recipient'], 'messages', 'messages'],
    [['editor', 'recipient'], 'page', 'page'],
  ]
  for (const [roles, asked, shown] of rows) expect(allowedView({ name: asked } as View, roles).name).toBe(shown)
})
