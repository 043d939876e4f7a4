// Development only: the document around the markup, which templates/document.html is in production. Vike adds scripts and styles.

import { dangerouslySkipEscape, escapeInject } from 'vike/server'
import type { InlineState } from '#/contract.ts'
import { localeOf } from '#/i18n/locales.ts'

/** A document as vike takes it. `state` is written whole: in development nothing is left out of it. */
export function developmentDocument(state: InlineState, markup: string) {
  const { code, dir } = localeOf(state.locale)
  const json = JSON.stringify(state).replaceAll('<', '\\u003c')
  return escapeInject`<!doctype html>
<html lang="${code}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${state.head.title}</title>
<meta name="description" content="${state.head.description}">
<link rel="canonical" href="${state.head.canonical}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/fonts.css">
<script>document.documentElement.classList.add("js")</script>
</head>
<body>
<div id="root">${dangerouslySkipEscape(markup)}</div>
<script type="application/json" id="portico-state">${dangerouslySkipEscape(json)}</script>
</body>
</html>`
}
