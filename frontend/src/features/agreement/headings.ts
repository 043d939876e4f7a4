// The headings of rendered Markdown, for a table of contents.

/** A heading of the second level: its anchor and its words. */
export type Heading = { id: string; text: string }

const HEADING = /<h2 id="([^"]+)">(.*?)<\/h2>/gu
const ESCAPES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ' }

/** Headings of the second level in `html`, in order; elements inside them are left out, their words stay. */
export function headings(html: string): Heading[] {
  return Array.from(html.matchAll(HEADING), ([, id = '', inner = '']) => ({
    id,
    text: inner.replace(/<[^>]*>/gu, '').replace(/&\w+;/gu, (name) => ESCAPES[name] ?? name),
  }))
}
