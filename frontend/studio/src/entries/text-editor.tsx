// An editor of a whole file, CodeMirror with line numbers, loaded with the first file.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { markdownLanguage } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useRef } from 'react'

/** Properties: `text` is where the editor begins; a new `line` is shown. */
export type TextEditorProps = {
  text: string
  line: { number: number } | null
  label: string
  onChange: (text: string) => void
  onSave: () => void
}

/** The editor. */
export function TextEditor({ text, line, label, onChange, onSave }: TextEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const first = useRef(text)
  const acts = useRef({ onChange, onSave })
  acts.current = { onChange, onSave }

  useEffect(() => {
    const save = () => {
      acts.current.onSave()
      return true
    }
    const editor = new EditorView({
      parent: host.current as HTMLElement,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          history(),
          lineNumbers(),
          highlightActiveLine(),
          markdownLanguage,
          syntaxHighlighting(classHighlighter),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          keymap.of([{ key: 'Mod-s', run: save, preventDefault: true }, ...historyKeymap, ...defaultKeymap]),
          EditorView.updateListener.of((update) => update.docChanged && acts.current.onChange(update.state.doc.toString())),
        ],
      }),
    })
    view.current = editor
    editor.focus()
    return () => editor.destroy()
  }, [label])

  useEffect(() => {
    const editor = view.current
    if (editor === null || line === null) return
    const { from } = editor.state.doc.line(Math.min(line.number, editor.state.doc.lines))
    editor.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
    editor.focus()
  }, [line])

  return <div ref={host} className="source" />
}
