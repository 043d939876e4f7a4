// The drawing of a founder's own figures, closed at first: its code, its words and its style are
// fetched when it is opened, so that a visitor with a letter alone does not wait for them.

import { useLingui } from '@lingui/react/macro'
import { usePage } from '@portico/app/page'
import { Failed, usePart } from '@portico/app/ui'
import { useEffect, useRef } from 'react'
import type { PageSection } from '#/labels/page-sections.ts'
import { Section } from '#/ui/Section/Section.tsx'
import { rewriteField } from './rewrite.ts'
import type { TideProps } from './tide/tide.tsx'
import { TideNeedsScripts } from './tide-needs-scripts.prerender.tsx'

export function OwnTide({ part }: { part: PageSection }) {
  const { t } = useLingui()
  const { locale } = usePage()
  const { Part, state, load } = usePart<TideProps>(async () => (await import('./tide/tide.tsx')).loadTide(locale))
  const box = useRef<HTMLDetailsElement>(null)
  // A visitor may open it before the app runs.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (box.current?.open) void load()
  }, [])
  return (
    <Section label={part.title}>
      <details ref={box} onToggle={({ currentTarget }) => currentTarget.open && void load()}>
        {/* A target has 24 px at least (WCAG 2.5.8). */}
        <summary style={{ lineHeight: 1.8 }}>{part.text}</summary>
        <noscript>{import.meta.env.SSR && <TideNeedsScripts />}</noscript>
        {Part !== undefined && <Part rewriteLetter={(change) => rewriteField('summary', change)} />}
        {state === 'failed' && <Failed onRetry={() => void load()}>{t`The drawing could not be loaded.`}</Failed>}
      </details>
    </Section>
  )
}
