// The editor of a block of a body: its lines of Markdown.

import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import type { Problem } from '../api.ts'
import { ProblemList } from '../fields/problem-list.tsx'
import { folderOf } from '../state/entry-files.ts'
import { change } from '../state/saving.ts'
import { useStudio } from '../state/store.ts'
import { keyOf, type Target } from '../state/target.ts'

const MarkdownEditor = lazy(async () => ({ default: (await import('./markdown-editor.tsx')).MarkdownEditor }))

const NONE: Problem[] = []

/** The editor, once the block's file is read. */
export function BlockEditor({ target }: { target: Target }) {
  const { t } = useLingui()
  const text = useStudio((state) => state.blockText)
  const problems = useStudio((state) => state.problems[keyOf(target)] ?? NONE)
  const waiting = (
    <p className="help">
      <Trans>Loading…</Trans>
    </p>
  )
  if (text === null) return waiting
  return (
    <Suspense fallback={waiting}>
      <MarkdownEditor
        text={text}
        label={t`Text`}
        folder={folderOf(target.file)}
        isWrong={problems.some(({ severity }) => severity === 'error')}
        onChange={(next) => change(target, next)}
      />
      <ProblemList problems={problems} />
    </Suspense>
  )
}
