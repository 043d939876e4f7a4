// Compares a document with its version in another language: both have the same headings, tables,
// code and links, so that no part of the original is missing.

import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { headingsOf, split, TRANSLATION } from './documents.mjs'

const CHINESE = /[\u3000-\u9fff\uff00-\uffef]/
const LINK = /(?<!`)!?\[(?:`[^`]*`|[^\]`])*\]\(([^()\s]+)\)/g

/** Differences between the translation `path` and its original, as sentences. */
export function differences(root, path) {
  const original = path.replace(TRANSLATION, '.md')
  const [a, b] = [original, path].map((name) => structureOf(root, name))
  return [
    ...compareLists('headings', a.headings, b.headings),
    ...compareLists('tables', a.tables, b.tables),
    ...compareCode(a.code, b.code),
    ...compareLists('links', a.links.toSorted(), b.links.toSorted()),
    ...b.english.map((link) => `the link ${link} has a version in the document's language`),
  ].map((difference) => `${path}: ${difference}`)
}

function structureOf(root, path) {
  const { body } = split(readFileSync(join(root, path), 'utf8'), path)
  const { prose, code } = separateCode(body)
  const targets = [...prose.matchAll(LINK)].map(([, target]) => target)
  return {
    headings: headingsOf(body).map(({ level }) => `level ${level}`),
    tables: tablesOf(prose),
    code,
    links: targets.map((target) => placeOf(root, path, target)),
    english: targets.filter((target) => isInAnotherLanguage(root, path, target)),
  }
}

/** Code blocks, fenced or indented, and the text without them. */
export function separateCode(body) {
  const [prose, code] = [[], []]
  let [fence, isIndented, afterBlank] = [undefined, false, true]
  for (const line of body.split('\n')) {
    const [, signs, info = ''] = /^\s*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (fence !== undefined) {
      if (signs?.startsWith(fence)) fence = undefined
      else code.at(-1).lines.push(line)
    } else if (signs !== undefined) {
      fence = signs
      isIndented = false
      code.push({ info: info.trim(), lines: [] })
    } else if (/^ {4}/.test(line) && (isIndented || afterBlank)) {
      if (!isIndented) code.push({ info: '', lines: [] })
      isIndented = true
      code.at(-1).lines.push(line.trim())
    } else {
      if (line !== '') isIndented = false
      prose.push(line)
    }
    afterBlank = line.trim() === ''
  }
  return { prose: prose.join('\n'), code }
}

/** Rows and columns of each table. */
function tablesOf(prose) {
  const columns = (row) => row.replace(/\\\||`[^`]*`/g, '').split('|').length - 2
  return prose
    .split(/\n(?!\|)/)
    .map((block) => block.split('\n').filter((line) => line.startsWith('|')))
    .filter((rows) => rows.length > 0)
    .map((rows) => `${rows.length - 2} rows of ${columns(rows[0])}`)
}

/** A link's target in all languages: its file and the number of its heading. */
function placeOf(root, path, target) {
  if (/^[a-z]+:/.test(target)) return target
  const [file, fragment] = target.split('#')
  const place = file === '' ? path : posix.join(posix.dirname(path), file)
  const original = place.replace(TRANSLATION, '.md').replace(/\.(en|zh-CN)\.png$/, '.png')
  if (fragment === undefined || !place.endsWith('.md')) return original
  const headings = headingsOf(split(readFileSync(join(root, place), 'utf8'), place).body)
  const index = headings.findIndex(({ github, id }) => [github, id].includes(decodeURIComponent(fragment)))
  return `${original}, heading ${index < 0 ? `#${fragment}, which does not exist` : index + 1}`
}

function isInAnotherLanguage(root, path, target) {
  const [, language] = TRANSLATION.exec(path) ?? []
  const [file] = target.split('#')
  if (language === undefined || /^[a-z]+:/.test(target) || !file.endsWith('.md') || TRANSLATION.test(file)) return false
  return existsSync(join(root, posix.dirname(path), file.replace(/\.md$/, `.${language}.md`)))
}

function compareLists(name, original, translation) {
  if (original.length !== translation.length || original.some((item, at) => item !== translation[at])) {
    const less = original.filter((item) => count(original, item) > count(translation, item))
    const more = translation.filter((item) => count(translation, item) > count(original, item))
    return [`${name}: ${original.length} in the original, ${translation.length} here; missing: ${less}; additional: ${more}`]
  }
  return []
}

const count = (list, item) => list.filter((other) => other === item).length

/** Code is equal, except for its comments; a block without a language can be a program's output. */
export function compareCode(original, translation) {
  if (original.length !== translation.length)
    return [`code blocks: ${original.length} in the original, ${translation.length} here`]
  return original.flatMap(({ info, lines }, block) => {
    const other = translation[block]
    if (info !== other.info || lines.length !== other.lines.length)
      return [
        `code block ${block + 1} has ${other.lines.length} lines of “${other.info}” (original: ${lines.length} of “${info}”)`,
      ]
    return lines.flatMap((line, at) =>
      isSameCode(line, other.lines[at], info) ? [] : [`code block ${block + 1}: \`${other.lines[at]}\` (original: \`${line}\`)`],
    )
  })
}

function isSameCode(line, other, info) {
  // The sample's Chinese pages have no language in their addresses.
  if ([line, line.replaceAll(' /en/', ' /')].includes(other)) return true
  if (!CHINESE.test(other)) return false
  const withoutComment = (text) => text.replace(/(^|\s)#\s.*$/, '').trimEnd()
  if (withoutComment(line) === withoutComment(other)) return true
  return info === '' && !/\s#\s/.test(line)
}
