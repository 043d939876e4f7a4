// The view of the studio: a page, the review of the change set, the list of entries, the calendar,
// the history, a file as a text, or the messages.

import { create } from 'zustand'

/** A view. `file` and `line` belong to the text editor; `of` is the page whose history is shown. */
export type View =
  | { name: 'page' | 'review' | 'entries' | 'calendar' | 'messages' }
  | { name: 'file'; file: string; line: number | null }
  | { name: 'history'; of: string | null }

/** The view of a page, the first one. */
export const PAGE_VIEW: View = { name: 'page' }

/** The shown view. */
export const useView = create<View>(() => PAGE_VIEW)

/** The view of an address. */
export function readView(search: string): View {
  const query = new URLSearchParams(search)
  const name = query.get('view')
  const file = query.get('path')
  if (name === 'file' && file !== null) return { name, file, line: Number(query.get('line')) || null }
  if (name === 'history') return { name, of: query.get('of') }
  return name === 'review' || name === 'entries' || name === 'calendar' || name === 'messages' ? { name } : PAGE_VIEW
}

/** The part of an address that names a view; nothing for that of a page. */
export function viewQuery(view: View): Record<string, string> {
  if (view.name === 'page') return {}
  if (view.name === 'history') return { view: 'history', ...(view.of !== null && { of: view.of }) }
  if (view.name !== 'file') return { view: view.name }
  return { view: 'file', path: view.file, ...(view.line !== null && { line: String(view.line) }) }
}
