// Called by scripts/figures: the size and shape of the code, counted the same way before and after
// a change.

import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { table } from '../bench-shared/figures.mjs'
import { densities, GROUPS, total } from './densities.mjs'
import { arrows, cycles } from './imports.mjs'
import { CRATES, codeOf, sources, withoutTests } from './source.mjs'
import { riddles } from './names.mjs'
import { byArea, prose } from './prose.mjs'
import { WIDEST, wideComments } from './words.mjs'

const root = resolve(import.meta.dirname, '../..')
/** Lines that a function has at most, if it does one thing. */
const LONG = 40

console.log(table(
  ['Rust, without tests', 'files', 'lines median', 'p90', '≤ 300', 'fn p90', `fn > ${LONG}`, '≥ 5 arguments', 'tests inside', 'module doc', 'comments', `comments > ${WIDEST}`, 'names that are riddles', 'rings of imports'],
  CRATES.map(rustRow),
))
console.log(table(['TypeScript, without tests and generated', 'files', 'lines median', 'p90', '≤ 200', 'test files'], [frontendRow()]))
console.log(table(['Per 1,000 words of comments and text', 'words', ...Object.keys(GROUPS)], proseRows()))

function rustRow(crate) {
  const files = sources(root, crate)
  const own = files.map(({ text }) => withoutTests(text))
  const sizes = own.map(countLines)
  const functions = own.flatMap((text) => functionsOf(codeOf(text)))
  const comments = own.flatMap((text) => text.split('\n').filter((line) => /^\s*\/\//.test(line)))
  const all = sum(files.map(({ text }) => countLines(text)))
  return [
    `**${crate}**`,
    files.length,
    ...spread(sizes),
    percent(sizes.filter((size) => size <= 300).length, sizes.length),
    quantile(functions.map(({ lines }) => lines), 0.9),
    functions.filter(({ lines }) => lines > LONG).length,
    functions.filter(({ arguments_ }) => arguments_ >= 5).length,
    percent(all - sum(sizes), all),
    percent(own.filter((text) => text.startsWith('//!')).length, own.length),
    percent(comments.length, sum(sizes)),
    own.flatMap(wideComments).length,
    own.flatMap(riddles).length,
    cycles(arrows(files)).length,
  ]
}

/** Each crate, and each document of more than a page. */
function proseRows() {
  return Object.entries(byArea(prose(root)))
    .map(([area, files]) => ({ area, counted: total(files) }))
    .filter(({ counted }) => counted.words > 400)
    .map(({ area, counted }) => [area, counted.words, ...Object.values(densities(counted))])
}

/** Lines and arguments of each function with a body. */
function functionsOf(code) {
  return [...code.matchAll(/\bfn\s+\w+/g)].flatMap(({ index }) => {
    const open = code.indexOf('(', index)
    const closed = closing(code, open, '(', ')')
    const body = code.slice(closed).search(/[{;]/) + closed
    if (code[body] !== '{') return []
    const end = closing(code, body, '{', '}')
    const arguments_ = topLevel(code.slice(open + 1, closed)).filter((one) => !/^(&\s*('\w+\s+)?)?(mut\s+)?self\b/.test(one)).length
    return [{ lines: countLines(code.slice(index, end + 1)), arguments_ }]
  })
}

function closing(code, start, open, close) {
  let depth = 0
  for (let at = start; at < code.length; at++) {
    if (code[at] === open) depth++
    if (code[at] === close && --depth === 0) return at
  }
  return code.length
}

/** Parts between commas that are in no brackets. */
function topLevel(text) {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if ('([{<'.includes(letter)) depth++
    if (')]}>'.includes(letter)) depth--
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter(Boolean)
}

function frontendRow() {
  const folder = join(root, 'frontend')
  const names = readdirSync(folder, { recursive: true })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => /^(src|portico|site)\//.test(name) && !name.includes('node_modules/') && /\.tsx?$/.test(name) && !/\.(gen|d)\.ts$/.test(name))
  const isTest = (name) => /\.test\.tsx?$|(^|\/)testing\//.test(name)
  const sizes = names.filter((name) => !isTest(name)).map((name) => countLines(readFileSync(join(folder, name), 'utf8')))
  return ['**frontend**', sizes.length, ...spread(sizes), percent(sizes.filter((size) => size <= 200).length, sizes.length), names.filter(isTest).length]
}

function spread(values) {
  return [quantile(values, 0.5), quantile(values, 0.9)]
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0
}

function percent(part, whole) {
  return `${Math.round((100 * part) / whole)} %`
}

function sum(values) {
  return values.reduce((total, value) => total + value, 0)
}

function countLines(text) {
  return text.replace(/\n$/, '').split('\n').length
}
