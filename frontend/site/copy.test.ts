// Proofreading of everything that visitors read, in catalogs and content: the mistakes that
// keyboards make, by file and line.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

type Line = { place: string; text: string; language: 'zh' | 'en' }

/**
 * Letters between marks of either script; the other characters in the rules below are punctuation.
 */
const HAN = '\\p{Script=Han}'

const mistakes: Record<string, { in: 'zh' | 'en' | 'both'; pattern: RegExp }> = {
  'a half-width mark beside a Chinese character': { in: 'zh', pattern: new RegExp(`${HAN}[,;:?!()]|[,;:?!()]${HAN}`, 'u') },
  'a typed space beside a Chinese character, where text-autospace sets one': {
    in: 'zh',
    pattern: new RegExp(`${HAN} +[\\p{Script=Latin}\\d]|[\\p{Script=Latin}\\d%] +${HAN}`, 'u'),
  },
  'half of a Chinese dash or ellipsis': { in: 'zh', pattern: /(?<!—)—(?!—)|(?<!…)…(?!…)/u },
  'a full-width mark in English': { in: 'en', pattern: /[，。：；！？（）、《》]/u },
  'a straight quotation mark': { in: 'both', pattern: /["']/u },
  'three dots for an ellipsis': { in: 'both', pattern: /\.{3}/u },
  'hyphens for a dash, or a hyphen between years': { in: 'both', pattern: /--| - |(?<!\d)\d{4}-\d{4}(?!\d)/u },
  'a hyphen for a minus sign': { in: 'both', pattern: /(?:^|[\s（(])-\d/u },
}

describe('copy', () => {
  it.each(Object.entries(mistakes))('has nowhere %s', (_, mistake) => {
    const lines = [...catalog('zh-CN'), ...catalog('en'), ...content()]
    expect(lines.length).toBeGreaterThan(1_000)
    const found = lines.filter(
      ({ text, language }) => (mistake.in === 'both' || mistake.in === language) && mistake.pattern.test(text),
    )
    expect(found.map(({ place, text }) => `${place}  ${text}`)).toEqual([])
  })
})

/** The translations of a language's catalogs, without the placeholders that the program fills. */
function catalog(locale: string): Line[] {
  const lines = ['portico.po', 'forms.po', 'search.po', 'chat.po', 'site.po', 'later.po'].flatMap((name) =>
    linesOf(join(root, 'locales', locale, name)),
  )
  return lines.flatMap(({ place, text }) => {
    const message = /^msgstr "(.+)"$/u.exec(text)?.[1]
    if (message === undefined) return []
    const language = locale === 'zh-CN' ? 'zh' : 'en'
    return [{ place, language, text: message.replace(/<\/?\d+\/?>/gu, '').replace(/\{\w+\}/gu, '0') }]
  })
}

/**
 * Every line of Markdown entries: front matter without its syntax, text without code and addresses.
 */
function content(): Line[] {
  const files = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' })
  return (
    files
      // Guides are for editors.
      .filter((file) => file.endsWith('.md') && !basename(file).startsWith('README.'))
      .flatMap((file) => linesOf(join(root, 'content', file)))
      .map(({ place, text }) => {
        // English articles name Chinese things, and the other way round: a line is in the language
        // that it is written in.
        return { place, text: withoutSyntax(text), language: /\p{Script=Han}/u.test(text) ? 'zh' : 'en' }
      })
  )
}

function withoutSyntax(line: string): string {
  // A figure's value has a space before its unit: the page sets the unit small. The others are
  // lines of YAML and of tables.
  if (/^\s*(?:- )?value:|^tags: \[|^\s*- \{|^---$|^\|[-:|]+\|$/u.test(line)) return ''
  return line
    .replace(/^\s*(?:- )?\w+: (?:"(.*)"|(.*))$/u, '$1$2')
    .replace(/^\s*- "(.*)"$/u, '$1')
    .replace(/^(?:\s*- (?:\[.\] )?|\||!\[)/u, '')
    .replace(/`[^`]*`|\]\([^)]*\)/gu, '')
}

function linesOf(path: string): Omit<Line, 'language'>[] {
  const file = relative(root, path)
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${file}:${index + 1}`, text }))
}
