// A field of the payload that holds rendered Markdown, shown once.
//
// The text is in the markup only: the worker reports the field, the generator leaves it out of the
// inline state, and the client reads it back from the element before it hydrates. So a long article
// is not sent twice. In a worker a token replaces the text, which the generator puts in: this
// component must output it unchanged.

import { createContext, useContext } from 'react'
import { readField } from '#/lib/fields.ts'
import { usePage } from '#/page/page.tsx'

/**
 * Receives the name of every field that is shown; the worker gives one per page, the browser none.
 */
export const HtmlFields = createContext<Set<string> | null>(null)

export type HtmlProps = {
  /** Place in the payload's data: `entry.body`, `letters.0.body`. */
  field: string
  className?: string
}

export function Html({ field, className }: HtmlProps) {
  const shown = useContext(HtmlFields)
  const { data } = usePage()
  const html = readField(data, field)
  if (html === undefined || html === null || html === '') return null
  if (typeof html !== 'string') throw new Error(`<Html field="${field}">: the payload holds no HTML text there`)
  if (shown?.has(field)) throw new Error(`<Html field="${field}"> stands twice on the page; it may stand once`)
  shown?.add(field)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the generator sanitised it, and serialised it as an HTML parser does
  return <div className={className} data-html={field} dangerouslySetInnerHTML={{ __html: html }} />
}
