// The sharing cards: `templates/card.html` draws what the routes declare in metadata.ts.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { metadata } from '#/metadata.ts'
import { SHAPES } from '#/ui/Count/shapes.ts'

const template = readFileSync(new URL('../templates/card.html', import.meta.url), 'utf8')

const moments = new Map(Object.entries(metadata).flatMap(([id, { moment }]) => (moment === undefined ? [] : [[id, moment]])))

describe('the card', () => {
  it.each(['home', 'invested', 'case', 'company', 'news-article', 'total', 'financial'])(
    'of %s pages has a moment of a kind of its own',
    (id) => {
      expect(template).toContain(`if kind == "${moments.get(id)?.kind}"`)
      const alike = [...moments].filter(([, { kind }]) => kind === moments.get(id)?.kind)
      expect(alike.map(([other]) => other)).toEqual([id])
    },
  )

  it('is drawn from all that a moment names', () => {
    for (const [id, moment] of moments) {
      const unused = Object.keys(moment).filter((name) => !template.includes(`moment.${name}`))
      expect(unused, id).toEqual([])
    }
  })

  it('counts things that look like those of the page', () => {
    for (const [name, { outline }] of Object.entries(SHAPES)) {
      if (outline !== undefined) expect(template, name).toContain(`"${outline}"`)
    }
  })
})
