import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { advance, beginRun, endBySet, type JobEvent, type Run } from './job-run.ts'
import { sentenceOf } from './run-words.ts'

const AT = new Date(2026, 10, 26, 12, 3, 7)
const none = { count: 0, paths: [] }

type Told = JobEvent extends infer Each ? (Each extends JobEvent ? Omit<Each, 'id'> : never) : never

const told = (...events: Told[]): Run =>
  events.reduce((run, event, index) => advance(run, { id: index + 1, ...event } as JobEvent, AT), beginRun('a'))

const published: Told = { kind: 'published', build: '20261126T120307Z-00000000', at: AT.toISOString() }
const live = (isLive: boolean): Told => ({ kind: 'live', gateway: 'g', live: isLive, afterMs: 3 })

beforeAll(async () => {
  const { messages } = await import('../../words/en.po')
  i18n.loadAndActivate({ locale: 'en', messages })
})

test.each<[string, Told[]]>([
  ['Waiting: another change is being published first.', [{ kind: 'queued' }]],
  ['Checking the texts.', [{ kind: 'queued' }, { kind: 'started' }]],
  ['Checking the texts.', [{ kind: 'progress', phase: 'content', done: 0, total: 0 }]],
  ['Writing the pages: 3 of 158.', [{ kind: 'progress', phase: 'pages', done: 3, total: 158 }]],
  ['Published. Checking what visitors get.', [published]],
  ['Published. Checking what visitors get: 1 checked so far.', [published, live(true)]],
  ['Live since 12:03:07 on 2 of 2 gateways.', [published, live(true), live(true), { kind: 'finished' }]],
  ['Live since 12:03:07 on 1 of 2 gateways.', [published, live(true), live(false), { kind: 'finished' }]],
  ['Published at 12:03:07, but no gateway shows it yet.', [published, live(false), { kind: 'finished' }]],
  ['Published at 12:03:07; it was not checked what visitors get.', [published, { kind: 'finished' }]],
  ['The site has exactly these texts already; nothing changed for visitors.', [{ kind: 'unchanged' }]],
  [
    'Not published. Visitors see the site as before.',
    [{ kind: 'started' }, { kind: 'failed', exit: 2, problem: 'p', problems: ['q'], count: 1 }],
  ],
  ['Waiting: another change is being published first.', [{ kind: 'started' }, { kind: 'superseded', by: 'b' }]],
])('%s', (sentence, events) => {
  expect(sentenceOf(told(...events))).toBe(sentence)
})

test('events that come again after a lost connection change nothing', () => {
  const run = told({ kind: 'started' }, published, live(true))
  expect(advance(run, { id: 3, ...live(true) } as JobEvent, AT)).toBe(run)
})

test('an event after the end changes nothing', () => {
  const run = told({ kind: 'unchanged' })
  expect(advance(run, { id: 9, kind: 'started' }, AT)).toBe(run)
})

test('the newer job is followed from its first event', () => {
  const run = told({ kind: 'started' }, { kind: 'superseded', by: 'b' })
  expect(run).toEqual(beginRun('b'))
})

test('the pages of a build', () => {
  const { pages } = told({
    kind: 'pages',
    added: { count: 1, paths: ['/a'] },
    changed: { count: 2, paths: ['/b'] },
    removed: none,
    chrome: { count: 7, paths: ['/c'] },
  })
  expect(pages).toEqual({ count: 10, paths: ['/a', '/b'] })
})

test('without events the state of the set tells the end', () => {
  expect(endBySet(beginRun('a'), false, AT).end).toEqual({ kind: 'lost' })
  expect(sentenceOf(endBySet(beginRun('a'), true, AT))).toContain('Published at 12:03:07')
})
