// The words of a refusal without JavaScript, and that they fit the page they are put into.

import type { LocaleCode } from '@portico/app'
import { ruleValues } from '@portico/app/forms'
import { loadI18n } from '@portico/app/i18n'
import { createRenderer, type RefusalsFile, type Renderer } from '@portico/app/worker'
import { beforeAll, describe, expect, it } from 'vitest'
import { sampleInput } from '#/testing/sample-payload.ts'
import refusals from './refusals.json.ts'

let render: Renderer

beforeAll(async () => {
  render = await createRenderer()
})

async function made(route: 'message-bp' | 'message-work', locale: LocaleCode): Promise<{ file: RefusalsFile; markup: string }> {
  const input = sampleInput(route, locale)
  const { markup, rendered } = render(input)
  expect(rendered.error).toBeUndefined()
  return { file: JSON.parse(String(await refusals(input, await loadI18n(locale)))), markup }
}

const cases = (['message-bp', 'message-work'] as const).flatMap((route) =>
  (['zh-CN', 'en'] as const).map((locale) => [route, locale] as const),
)

describe.each(cases)('refusals.json of %s in %s (R2.04)', (route, locale) => {
  it('has a reason for every rule of every question of the page, and the page a place for each', async () => {
    const { file, markup } = await made(route, locale)
    const questions = [...markup.matchAll(/data-field="([^"]+)"/gu)].map(([, name]) => name)
    expect(Object.keys(file.rules).sort()).toEqual(questions.sort())
    for (const reasons of Object.values(file.rules)) expect(Object.keys(reasons).sort()).toEqual([...ruleValues].sort())
    expect(markup.match(/data-refusal/gu)).toHaveLength(1)
    expect(markup).toMatch(/<form [^>]*action="\/api\/message\/(?:bp|work)"/u)
  })

  it('has a slot for every text, and no other', async () => {
    const { file } = await made(route, locale)
    const slots = (text: string) => [...text.matchAll(/\{(\w+)\}/gu)].map((match) => match[1]).sort()
    const all = (texts: Record<string, string>) =>
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, slots(text)]))
    expect(slots(file.title)).toEqual(['title'])
    expect(all(file.parts)).toEqual({
      summary: ['items', 'note'],
      item: ['id', 'reason'],
      reason: ['id', 'reason'],
      captcha: ['id', 'image'],
    })
    expect(all(file.notes)).toEqual({
      questions: [],
      person: [],
      personAgain: [],
      busy: ['seconds'],
      away: [],
      other: ['reason'],
    })
  })

  it('lets the browser alone check the prerendered form, by native attributes', async () => {
    const { markup } = await made(route, locale)
    const form = /<form .*?<\/form>/su.exec(markup)?.[0] ?? ''
    expect(form).not.toMatch(/novalidate/iu)
    expect(/<input[^>]*name="consent"[^>]*>/u.exec(form)?.[0]).toMatch(/ required=""/u)
    expect(form).toMatch(/<input[^>]* minLength="\d+" maxLength="\d+"/iu)
  })

  it('runs nothing', async () => {
    const { file } = await made(route, locale)
    expect(JSON.stringify(file)).not.toMatch(/<script|\son\w+=|javascript:/iu)
  })
})
