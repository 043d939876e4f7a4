// @vitest-environment jsdom

import { EditorView } from '@codemirror/view'
import { describe, expect, it } from 'vitest'
import { type Command, runCommand } from './markdown-commands.ts'

describe('a button of the Markdown editor', () => {
  it.each<[Command, string, string]>([
    ['bold', 'words', '**words**'],
    ['italic', 'words', '*words*'],
    ['link', 'words', '[words](https://)'],
    ['heading', 'words', '## words'],
    ['list', 'one\ntwo', '- one\n- two'],
    ['quote', 'one\ntwo', '> one\n> two'],
  ])('%s sets its mark, and takes it away again', (command, before, after) => {
    const view = new EditorView({ doc: before, selection: { anchor: 0, head: before.length } })
    runCommand(view, command)
    expect(view.state.doc.toString()).toBe(after)
    runCommand(view, command)
    expect(view.state.doc.toString()).toBe(before)
  })
})
