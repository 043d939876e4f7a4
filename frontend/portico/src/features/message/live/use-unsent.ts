// A message that was written and not sent: a visitor who leaves the page is asked first, in the app
// by a dialog, before another document by the browser. No text would be lost (`use-draft.ts`), but
// the visitor may believe that it was sent.

import { useEffect, useState } from 'react'
import { unprefixed } from '#/i18n/locales.ts'
import { usePage } from '#/page/page.tsx'
import { askBeforeLeaving } from '#/state/busy.ts'
import { loadDialog } from '#/ui/Dialog/Dialog.tsx'

/** Answers the question whether to leave. */
export type Answer = (leave: boolean) => void

/** While `unsent`; returns a function that answers the open question. */
export function useUnsent(unsent: boolean): Answer | undefined {
  const { path } = usePage()
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    if (!unsent) return
    let agreed = false
    let decide: Answer | undefined
    const ask = async (to: string) => {
      // Asked once; and the same page in another language has the same text.
      if (agreed || to === path || unprefixed(to).path === unprefixed(path).path) return true
      // Without its code the dialog cannot be shown; the text is kept all the same.
      if (!(await isLoaded())) return true
      agreed = await new Promise<boolean>((resolve) => {
        decide = resolve
        setAnswer(() => resolve)
      })
      setAnswer(undefined)
      return agreed
    }
    const warn = (event: BeforeUnloadEvent) => agreed || event.preventDefault()
    // Fetched before it is needed: a click should not wait for the question.
    void isLoaded()
    const stop = askBeforeLeaving(ask)
    addEventListener('beforeunload', warn)
    return () => {
      // The page is gone meanwhile: a caller that waits for an answer may continue.
      decide?.(true)
      stop()
      removeEventListener('beforeunload', warn)
    }
  }, [unsent, path])
  return answer
}

const isLoaded = () =>
  loadDialog().then(
    () => true,
    () => false,
  )
