// Rendering is a pure function of its input, for every route in every language.

import { siteLocales } from '@portico/app/i18n'
import { createRenderer } from '@portico/app/worker'
import { describe, expect, it } from 'vitest'
import { around } from '#/around.tsx'
import { routes } from '#/routes.ts'
import { sampleInput } from '#/testing/sample-payload.ts'

const pages = routes.flatMap(({ id }) => siteLocales().map(({ code }) => ({ id, code })))

describe('render', () => {
  it.each(pages)('renders $id in $code', async ({ id, code }) => {
    const { markup, rendered } = (await createRenderer(around))(sampleInput(id, code))
    expect(rendered.error).toBeUndefined()
    expect(markup).toContain('<h1')
    expect(markup).toMatch(/<main[ >]/)
    expect(markup.match(/<main[ >]/g)).toHaveLength(1)
  })

  it('leaves nothing of one page in the next: zh, a page that throws, en, zh equals fresh, byte for byte', async () => {
    const used = await createRenderer(around)
    const zh = sampleInput('news-article', 'zh-CN')
    const torn = sampleInput('news-article', 'zh-CN')
    torn.payload.data = {}
    const first = used(zh)
    expect(used(torn).rendered.error).toMatch(/TypeError/)
    expect(used(torn).markup).toBe('')
    used(sampleInput('home', 'en'))
    const again = used(zh)
    const fresh = (await createRenderer(around))(zh)
    expect(again).toEqual(first)
    expect(again).toEqual(fresh)
  })

  it('names the fields whose HTML stands in the markup, and marks their elements', async () => {
    const { markup, rendered } = (await createRenderer(around))(sampleInput('news-article', 'en'))
    expect(rendered.htmlFields).toEqual(['entry.body'])
    expect(markup).toContain('data-html="entry.body"><h2 id="h">Body</h2><p>Body of news 0.</p></div>')
  })

  it('answers a route or locale it does not know with an error, and lives on', async () => {
    const render = await createRenderer(around)
    expect(render({ ...sampleInput('home', 'en'), route: 'gone' }).rendered.error).toMatch(/no route `gone`/)
    expect(render(sampleInput('home', 'en')).rendered.error).toBeUndefined()
  })

  it('loads nothing from another site', async () => {
    const render = await createRenderer(around)
    for (const { id, code } of pages) {
      expect(render(sampleInput(id, code)).markup).not.toMatch(/(?:\ssrc|<(?:link|use|image)\b[^>]*href)="(?:https?:)?\/\//)
    }
  })
})
