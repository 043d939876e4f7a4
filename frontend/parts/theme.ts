// The site follows the visitor's system. To show both themes side by side, the parts page rewrites
// the one condition in the style sheets, also of those that come with parts that load later.

import type { View } from './view.ts'

const CONDITION = '(prefers-color-scheme: dark)'
/** Still names the scheme, so that it is found again; a screen never prints. */
const WORDS = { dark: `all, ${CONDITION}`, light: `print and ${CONDITION}` }

/** Shows `document` in a theme, whatever the system says. */
export function showTheme(document: Document, theme: View['theme']): void {
  const rewrite = () => {
    for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
      if (!(rule instanceof CSSMediaRule) || !rule.media.mediaText.includes(CONDITION)) continue
      if (rule.media.mediaText !== WORDS[theme]) rule.media.mediaText = WORDS[theme]
    }
  }
  document.documentElement.style.colorScheme = theme
  rewrite()
  new MutationObserver(rewrite).observe(document.head, { childList: true, subtree: true })
}
