// Findings on the pages of every site that are no faults, with the reason.

import type { Known } from './settings.ts'

export const ALWAYS_KNOWN: Known[] = [
  { finding: /Trailing slash on void elements/, reason: 'react-dom writes void elements so; attributes are quoted' },
  { finding: /The “align” attribute on the “t[dh]” element is obsolete/, reason: 'what Markdown says of a column; a style attribute would need `unsafe-inline`' },
  { finding: /: line \d+: CSS: /, reason: 'rules in a document are those of the style sheet, which the bundler has parsed; the checker knows no property of the last years' },
  { finding: /Section lacks heading/, reason: 'a table that scrolls is a region, and its caption is its name' },
  {
    finding: /Element “img” is missing one or more of the following attributes: “src”.*<img class="lazy" data-src=/,
    reason: 'a picture in a text loads when it comes into view; without JavaScript the one in the <noscript> beside it is shown',
  },
  {
    finding: /Element “source” is missing required attribute “srcset”.*<source [^>]*data-srcset=/,
    reason: 'the same: the encodings of such a picture wait with it',
  },
  {
    finding: /Every active “role=tab” element must have a corresponding “role=tabpanel” element/,
    reason: 'Base UI ties tabs to their panels when it runs; until then all panels are shown and the tabs are not',
  },
  { finding: /: empty-table-header: /, reason: 'the corner of a table with two heads names nothing' },
]

/** The findings that are no known ones. */
export function unknown(findings: string[], known: Known[]): string[] {
  return findings.filter((finding) => ![...ALWAYS_KNOWN, ...known].some(({ finding: pattern }) => pattern.test(finding)))
}
