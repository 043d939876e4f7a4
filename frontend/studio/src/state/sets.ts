// Change sets: the choice of one, and a new one for the first change.

import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { CallError, type ChangeSet, LIVE } from '../api.ts'
import { api, refuse } from './calls.ts'
import { currentSet, useStudio } from './store.ts'

/** Reads the list of sets. */
export async function loadSets(): Promise<void> {
  const { sets } = await api.sets()
  useStudio.setState({ sets })
}

/** The set for a change: a new one if there is none, or the current one is published. */
export async function ensureSet(): Promise<string> {
  const state = useStudio.getState()
  const set = currentSet(state)
  if (set !== undefined && set.state !== 'published') return set.id
  return (await addSet(nameForToday())).id
}

/** Adds a set and makes it the current one; its files are those of the content. */
export async function addSet(name: string): Promise<ChangeSet> {
  const set = await api.createSet(name)
  useStudio.setState(({ sets }) => ({ sets: [set, ...sets], setId: set.id }))
  return set
}

/** Gives the set another name or note. */
export async function describeSet(id: string, words: { name?: string; note?: string }): Promise<void> {
  try {
    putSet(await api.describeSet(id, words))
  } catch (error) {
    if (error instanceof CallError) refuse(error)
  }
}

/** Puts a newer state of a set into the list. */
export function putSet(set: ChangeSet): void {
  useStudio.setState(({ sets }) => ({ sets: sets.map((each) => (each.id === set.id ? set : each)) }))
}

/** `Changes of 26 November`. */
export function nameForToday(now = new Date()): string {
  const date = new Intl.DateTimeFormat(i18n.locale === 'en' ? 'en-GB' : i18n.locale, { day: 'numeric', month: 'long' }).format(
    now,
  )
  return i18n._(msg`Changes of ${date}`)
}

/** Whether the content is shown as it is, without changes. */
export const isLive = (id: string): boolean => id === LIVE
