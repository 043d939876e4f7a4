// An editor of Markdown, CodeMirror, loaded with the first block that is opened.

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { deleteMarkupBackward, insertNewlineContinueMarkup, markdownLanguage } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type Command, insertBlock, runCommand } from './markdown-commands.ts'
import { PictureForm } from './picture-form.tsx'

/** Enter continues a list, and Backspace leaves it. */
const LISTS = [
  { key: 'Enter', run: insertNewlineContinueMarkup },
  { key: 'Backspace', run: deleteMarkupBackward },
]

/** Properties: `text` is where the editor begins; `folder` has pictures for it. */
export type MarkdownEditorProps = {
  text: string
  label: string
  isWrong: boolean
  folder: string | undefined
  onChange: (text: string) => void
}

/** The editor, with buttons for the usual marks. */
export function MarkdownEditor({ text, label, isWrong, folder, onChange }: MarkdownEditorProps) {
  const { t } = useLingui()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  const first = useRef(text)
  const [isChoosing, setIsChoosing] = useState(false)

  useEffect(() => {
    const editor = new EditorView({
      parent: host.current as HTMLElement,
      state: EditorState.create({
        doc: first.current,
        selection: { anchor: first.current.length },
        extensions: [
          history(),
          // `markdown()` would bring the parsers of HTML, CSS and JavaScript along.
          markdownLanguage,
          syntaxHighlighting(classHighlighter),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          keymap.of([
            bind('Mod-b', 'bold'),
            bind('Mod-i', 'italic'),
            bind('Mod-k', 'link'),
            ...LISTS,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.updateListener.of((update) => update.docChanged && changed.current(update.state.doc.toString())),
        ],
      }),
    })
    view.current = editor
    editor.focus()
    return () => editor.destroy()
  }, [label])

  const buttons: [Command, string, string][] = [
    ['bold', 'B', t`Bold`],
    ['italic', 'I', t`Italic`],
    ['link', '[ ]', t`Link`],
    ['heading', 'H', t`Heading`],
    ['list', '•', t`List`],
    ['quote', '❝', t`Quote`],
  ]
  return (
    <div className="markdown" data-wrong={isWrong || undefined}>
      <div className="marks" role="toolbar" aria-label={t`Format`}>
        {buttons.map(([command, sign, name]) => (
          <button
            key={command}
            type="button"
            className="quiet"
            title={name}
            aria-label={name}
            onClick={() => view.current && runCommand(view.current, command)}
          >
            <span aria-hidden="true">{sign}</span>
          </button>
        ))}
        {folder !== undefined && (
          <button
            type="button"
            className="quiet"
            title={t`Insert a picture`}
            aria-label={t`Insert a picture`}
            aria-expanded={isChoosing}
            onClick={() => setIsChoosing(!isChoosing)}
          >
            <span aria-hidden="true">▣</span>
          </button>
        )}
      </div>
      {folder !== undefined && isChoosing && (
        <PictureForm
          folder={folder}
          onCancel={() => setIsChoosing(false)}
          onInsert={(markdown) => {
            setIsChoosing(false)
            if (view.current !== null) insertBlock(view.current, markdown)
          }}
        />
      )}
      <div ref={host} />
    </div>
  )
}

const bind = (key: string, command: Command) => ({ key, run: (view: EditorView) => runCommand(view, command) })
