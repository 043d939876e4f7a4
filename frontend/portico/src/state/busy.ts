// State that leaving would destroy: a form with input, a running upload, an answer that is still
// streaming. A new version waits for it (R4.06), and a page with unsent input asks before it is
// left.

import { useEffect } from 'react'
import { createStore } from 'zustand/vanilla'

/** Asks before the page is left for `path`; false: the visitor stays. */
export type Question = (path: string) => Promise<boolean>

const store = createStore<{ holders: number; question: Question | undefined }>(() => ({ holders: 0, question: undefined }))

/** While `active`, a new version waits. */
export function useBusy(active: boolean): void {
  useEffect(() => (active ? hold() : undefined), [active])
}

/** `useBusy` for code outside components: returns a function that ends it. */
export function hold(): () => void {
  store.setState(({ holders }) => ({ holders: holders + 1 }))
  return () => store.setState(({ holders }) => ({ holders: holders - 1 }))
}

/** True while input would be lost. */
export function isBusy(): boolean {
  return store.getState().holders > 0
}

/**
 * From now on `question` is asked before the page is left; returns a function that stops it. One
 * page is shown at a time, so there is one question.
 */
export function askBeforeLeaving(question: Question): () => void {
  store.setState({ question })
  return () => store.setState((state) => (state.question === question ? { question: undefined } : state))
}

/** Whether the page may be left for `path`. */
export async function mayLeave(path: string): Promise<boolean> {
  return (await store.getState().question?.(path)) ?? true
}
