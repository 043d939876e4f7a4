// Development only: the document around the markup, with the head that templates/document.html gave
// it. Vike adds scripts and styles.

import { dangerouslySkipEscape, escapeInject } from 'vike/server'
import type { Published } from '#/dev/builds.ts'
import { localeOf } from '#/i18n/locales.ts'

/**
 * A document as vike takes it. `state` is written whole: in development no field is left out. The
 * error of a page that cannot be rendered is shown above it, and the page follows its mending.
 */
export function developmentDocument({ state, head }: Published, markup: string, error?: string) {
  const { code, dir } = localeOf(state.locale)
  // A page that cannot be rendered is not hydrated either: React would try again without an end.
  const root = error === undefined ? 'root' : 'failed'
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  return escapeInject`<!doctype html>
<html lang="${code}" dir="${dir}">
<head>${dangerouslySkipEscape(head)}</head>
<body>
<div id="${root}">${dangerouslySkipEscape(markup)}</div>
<script type="application/json" id="portico-state">${dangerouslySkipEscape(json)}</script>
${dangerouslySkipEscape(error === undefined ? '' : overlay(error))}
</body>
</html>`
}

/** Shows an error as Vite shows those of modules. */
function overlay(stack: string): string {
  const [message] = stack.split('\n')
  const shown = JSON.stringify({ message, stack }).replaceAll('<', '\\u003c')
  return `<script type="module">
import { ErrorOverlay } from '/@vite/client'
document.body.append(new ErrorOverlay(${shown}))
</script>`
}
