// @vitest-environment jsdom

import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ContentFile, Edit, Page, Saved } from '../api.ts'
import { withLines } from '../lib/lines.ts'
import { readDrafts } from './drafts.ts'
import { loadFile } from './pages.ts'
import { answerOffer, beginBlock, change, decide, retry } from './saving.ts'
import { EMPTY, useStudio } from './store.ts'
import { fieldTarget, type Target } from './target.ts'

const PATH = 'news/a/en.md'
const page: Page = { path: '/en/news/a', html: '<div id="root"></div>', marked: null, places: [], files: '' }
const file = (version: string, title: string): ContentFile => ({
  path: PATH,
  version,
  text: `---\ntitle: ${title}\n---\n\nOne.\n\nTwo.\n`,
  fields: { title },
  body: 'One.\n\nTwo.\n',
  bodyLine: 5,
  base: null,
  collection: 'news',
})
const saved = (version: string): Saved => ({ saved: true, version, page, problems: [] })
const title = fieldTarget(PATH, '/title')

/** Sent edits, and the answers to them in turn; the last one repeats. */
function serve(...answers: (Saved | { status: number; data: unknown } | Error)[]) {
  const sent: { edits: Edit[]; version: string | null; set: string }[] = []
  let current = file('v1', 'Tide')
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const reply = (data: unknown, status = 200) => new Response(JSON.stringify({ code: status, msg: 'no', data }), { status })
    if (address.includes('/file?')) return reply(current)
    if (address.includes('/page?')) return reply(page)
    if (address.endsWith('/sets') && method === 'POST')
      return reply({ ...JSON.parse(String(body)), id: 'new', state: 'open', files: [] })
    const { edits, version } = JSON.parse(String(body))
    sent.push({ edits, version, set: address.split('/')[4] ?? '' })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    if (answer !== undefined && 'status' in answer) return reply(answer.data, answer.status)
    const [edit] = edits
    const text = edit.kind === 'lines' ? withLines(current.text ?? '', [edit.first, edit.last], edit.text) : current.text
    if (answer?.saved) current = { ...current, text, version: answer.version, fields: { title: String(edit.value ?? 'Tide') } }
    return reply(answer)
  })
  return sent
}

const settled = () => vi.waitFor(() => expect(useStudio.getState().saving).not.toMatch(/none|sending/))

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  window.localStorage.clear()
  useStudio.setState({ ...EMPTY, path: '/en/news/a', setId: 's1', sets: [{ id: 's1', state: 'open' } as never] }, true)
})

describe('a change of a text', () => {
  it('is saved with the version of its file, and shows the new page', async () => {
    const sent = serve(saved('v2'))
    await loadFile(PATH)
    change(title, 'Ebb')
    expect(readDrafts('s1', PATH)).toEqual({ '/title': 'Ebb' })
    await settled()
    expect(sent).toEqual([{ set: 's1', version: 'v1', edits: [{ kind: 'field', field: '/title', value: 'Ebb' }] }])
    expect(useStudio.getState()).toMatchObject({ saving: 'saved', page, typed: {} })
    expect(useStudio.getState().files[PATH]).toMatchObject({ version: 'v2', fields: { title: 'Ebb' } })
    expect(readDrafts('s1', PATH)).toEqual({})
  })

  it('makes a change set if there is none, or the current one is published', async () => {
    for (const [setId, state] of [
      ['live', 'open'],
      ['s1', 'published'],
    ] as const) {
      const sent = serve(saved('v2'))
      useStudio.setState({ ...EMPTY, path: '/en/news/a', setId, sets: [{ id: 's1', state } as never] }, true)
      change(title, 'Ebb')
      await settled()
      expect(sent[0]?.set).toBe('new')
      expect(useStudio.getState().setId).toBe('new')
      expect(readDrafts(setId, PATH)).toEqual({})
    }
  })

  it('that breaks a rule stays typed, with the reason at its field', async () => {
    const problems = [{ severity: 'error' as const, reason: 'The title is empty.' }]
    serve({ saved: false, version: 'v1', page: null, problems })
    await loadFile(PATH)
    change(title, '')
    await settled()
    const key = `${PATH}#/title`
    expect(useStudio.getState()).toMatchObject({ saving: 'refused', typed: { [key]: '' }, problems: { [key]: problems } })
    expect(readDrafts('s1', PATH)).toEqual({ '/title': '' })
  })

  it('of a block changes the lines that the block has by then', async () => {
    const sent = serve(saved('v2'), saved('v3'))
    const block: Target = { file: PATH, field: '', lines: [5, 5] }
    await loadFile(PATH)
    beginBlock(block, file('v1', 'Tide').text ?? '')
    change(block, 'One.\n\nMore.')
    await settled()
    useStudio.setState({ saving: 'none' })
    change(block, 'One more.')
    await settled()
    expect(sent.map(({ edits }) => edits[0])).toEqual([
      { kind: 'lines', first: 5, last: 5, text: 'One.\n\nMore.' },
      { kind: 'lines', first: 5, last: 7, text: 'One more.' },
    ])
  })

  it('that meets another version is decided by the editor, and sent again with that version', async () => {
    const sent = serve({ status: 409, data: file('v9', 'Flood') }, saved('v10'))
    await loadFile(PATH)
    change(title, 'Ebb')
    await vi.waitFor(() => expect(useStudio.getState().conflict).not.toBeNull())
    expect(useStudio.getState().conflict).toMatchObject({ mine: 'Ebb', theirs: { fields: { title: 'Flood' } } })
    await decide('mine')
    await vi.waitFor(() => expect(sent.at(-1)?.version).toBe('v9'))
    await vi.waitFor(() => expect(useStudio.getState().saving).toBe('saved'))
  })

  it('of a block that another editor moved replaces its own lines and no others', async () => {
    const theirs = { ...file('v9', 'Tide'), text: '---\ntitle: Tide\n---\n\nBefore.\n\nOne.\n\nTwo.\n' }
    const sent = serve({ status: 409, data: theirs }, saved('v10'))
    const block: Target = { file: PATH, field: '', lines: [7, 7], text: 'Two.' }
    await loadFile(PATH)
    expect(beginBlock(block, file('v1', 'Tide').text ?? '')).toEqual([7, 7])
    change(block, 'Two, by me.')
    await vi.waitFor(() => expect(useStudio.getState().conflict?.lines).toEqual([9, 9]))
    await decide('mine')
    await vi.waitFor(() => expect(sent.at(-1)?.version).toBe('v9'))
    expect(sent.at(-1)?.edits).toEqual([{ kind: 'lines', first: 9, last: 9, text: 'Two, by me.' }])
  })

  it('of a block is refused before it begins if its page is older than the file', async () => {
    serve(saved('v2'))
    const text = '---\ntitle: Tide\n---\n\nBefore.\n\nOne.\n\nTwo.\n'
    const block = (of: string, line: number): Target => ({ file: PATH, field: '', lines: [line, line], text: of })
    expect(beginBlock(block('One.', 5), text)).toEqual([7, 7])
    expect(beginBlock(block('Gone.', 11), text)).toBeUndefined()
  })

  it('of a block that was emptied puts the next text in its place', async () => {
    const sent = serve(saved('v2'), saved('v3'), saved('v4'))
    const block: Target = { file: PATH, field: '', lines: [5, 5], text: 'One.' }
    await loadFile(PATH)
    beginBlock(block, file('v1', 'Tide').text ?? '')
    for (const text of ['', 'Anew.']) {
      change(block, text)
      await vi.waitFor(() => expect(sent.at(-1)?.edits[0]).toMatchObject({ text }))
      await settled()
      useStudio.setState({ saving: 'none' })
    }
    expect(sent.map(({ edits }) => edits[0])).toEqual([
      { kind: 'lines', first: 5, last: 5, text: '' },
      { kind: 'lines', first: 5, last: 4, text: 'Anew.' },
    ])
  })

  it('of an item that the server does not have yet is part of its list', async () => {
    const sent = serve({ saved: false, version: 'v1', page: null, problems: [] }, saved('v2'))
    await loadFile(PATH)
    change(fieldTarget(PATH, '/tags'), ['x', ''])
    await settled()
    change(fieldTarget(PATH, '/tags/1'), 'y')
    await vi.waitFor(() => expect(useStudio.getState().typed).toEqual({}))
    expect(sent.at(-1)?.edits).toEqual([{ kind: 'field', field: '/tags', value: ['x', 'y'] }])
  })

  it('is offered again after a reload, and sent when it is taken up', async () => {
    window.localStorage.setItem(`portico-studio:s1:${PATH}`, JSON.stringify({ '/title': 'Kept' }))
    const sent = serve(saved('v2'))
    await loadFile(PATH)
    expect(useStudio.getState().offered[PATH]).toEqual({ '/title': 'Kept' })
    answerOffer(PATH, true)
    await settled()
    expect(sent[0]?.edits[0]).toMatchObject({ value: 'Kept' })
    expect(readDrafts('s1', PATH)).toEqual({})
  })

  it('is kept while the network is lost, and sent once it is back', async () => {
    serve(new TypeError('Failed to fetch'))
    await loadFile(PATH)
    change(title, 'Ebb')
    await vi.waitFor(() => expect(useStudio.getState().saving).toBe('offline'))
    expect(readDrafts('s1', PATH)).toEqual({ '/title': 'Ebb' })
    const sent = serve(saved('v2'))
    retry()
    await vi.waitFor(() => expect(useStudio.getState().saving).toBe('saved'))
    expect(sent).toHaveLength(1)
    expect(readDrafts('s1', PATH)).toEqual({})
  })
})
