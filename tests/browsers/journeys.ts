// Journeys that are written once, for all browsers: each has a visitor with a fresh browser, and
// all journeys of a file share the site.

import { after, before, describe, test } from 'node:test'
import { type Stack, startStack } from '../fixtures/stack.ts'
import { type Locale, browsers } from './browsers.ts'
import { Visitor } from './visitor.ts'

export type Journey = (visitor: Visitor, stack: Stack) => Promise<void>

/** Titles of journeys, with the language that their visitor prefers. */
export function describeJourneys(subject: string, journeys: [title: string, locale: Locale, journey: Journey][]): void {
  let stack: Stack
  before(async () => {
    stack = await startStack()
  })
  after(() => stack?.stop())

  for (const browser of browsers) {
    describe(`${subject}, ${browser.name}`, () => {
      for (const [title, locale, journey] of journeys) {
        test(title, async () => {
          const visitor = await Visitor.arrive(browser, stack.url, locale)
          try {
            await journey(visitor, stack)
          } catch (error) {
            await visitor.abandon()
            throw error
          }
          await visitor.leave()
        })
      }
    })
  }
}
