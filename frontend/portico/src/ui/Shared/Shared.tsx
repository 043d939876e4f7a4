// An element that two pages have in common: on the way from one to the other it moves from its old
// place to its new one, in browsers that support it, unless the visitor asked for reduced motion.

import { type ReactNode, ViewTransition } from 'react'
import { prefersStillness } from '#/lib/in-view.ts'

export type SharedProps = {
  /** The same on both pages, and once on each: the path of the page that it leads to. */
  name: string
  /** One element. */
  children: ReactNode
}

export function Shared({ name, children }: SharedProps) {
  // A document needs none of the attributes that React would write for it.
  if (import.meta.env.SSR) return children
  return (
    <ViewTransition name={name} share={prefersStillness() ? 'none' : 'auto'} default="none">
      {children}
    </ViewTransition>
  )
}
