// Marks of Markdown around the selected words, or at the beginning of the selected lines.

import { EditorSelection } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** A mark that a button sets or takes away. */
export type Command = 'bold' | 'italic' | 'link' | 'heading' | 'list' | 'quote'

const AROUND: Partial<Record<Command, [before: string, after: string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  link: ['[', '](https://)'],
}

const BEFORE: Partial<Record<Command, string>> = { heading: '## ', list: '- ', quote: '> ' }

/** Sets a mark, or takes it away where it is set already. */
export function runCommand(view: EditorView, command: Command): boolean {
  const around = AROUND[command]
  if (around !== undefined) markWords(view, ...around)
  else markLines(view, BEFORE[command] ?? '')
  view.focus()
  return true
}

function markWords(view: EditorView, before: string, after: string): void {
  const { state } = view
  const change = state.changeByRange(({ from, to }) => {
    const isSet = state.sliceDoc(from - before.length, from) === before && state.sliceDoc(to, to + after.length) === after
    const shift = isSet ? -before.length : before.length
    const changes = isSet
      ? [
          { from: from - before.length, to: from },
          { from: to, to: to + after.length },
        ]
      : [
          { from, insert: before },
          { from: to, insert: after },
        ]
    return { changes, range: EditorSelection.range(from + shift, to + shift) }
  })
  view.dispatch(state.update(change, { userEvent: 'input' }))
}

function markLines(view: EditorView, mark: string): void {
  const { doc, selection } = view.state
  const { from, to } = selection.main
  const first = doc.lineAt(from).number
  const lines = Array.from({ length: doc.lineAt(to).number - first + 1 }, (_, index) => doc.line(first + index))
  const isSet = lines.every(({ text }) => text.startsWith(mark))
  const changes = lines.map((line) =>
    isSet ? { from: line.from, to: line.from + mark.length } : { from: line.from, insert: mark },
  )
  view.dispatch({ changes, userEvent: 'input' })
}

/** Puts a paragraph of its own below the cursor's line. */
export function insertBlock(view: EditorView, markdown: string): void {
  const { to } = view.state.doc.lineAt(view.state.selection.main.head)
  const insert = `${view.state.doc.length === 0 ? '' : '\n\n'}${markdown}`
  view.dispatch({ changes: { from: to, insert }, selection: { anchor: to + insert.length }, userEvent: 'input' })
  view.focus()
}
