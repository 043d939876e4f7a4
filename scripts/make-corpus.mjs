#!/usr/bin/env node
// Writes a synthetic corpus of articles for benchmarks: <out>/<slug>/zh-CN.md and en.md.
//
//   make-corpus.mjs --out DIR [--articles N] [--seed N]
//
// Its shape is that of a real bilingual corpus of 10,000 articles (docs/benchmarks.md): bytes per
// article median 4.5 KB, 95th percentile 15.5 KB, at most 250 KB; at the median 130 lines, and 570
// Chinese characters in the Chinese one. 40 % are programming problems. Their statements are HTML
// as an editor in a browser leaves it (styles, spaces that do not break, unclosed elements), and
// their solutions are code. 60 % are pages of a database manual (tables, nested lists, notes,
// statements, links). Code is the same in both languages. Title, date, summary, 2 to 4 of 600 tags
// (of fewer, where there are few articles); a tenth has a near twin. The same seed gives the same
// bytes.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomNumbers } from './bench-shared/random.mjs'

const { values } = parseArgs({
  options: { out: { type: 'string' }, articles: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
if (!values.out) {
  console.error('usage: make-corpus.mjs --out DIR [--articles N] [--seed N]')
  process.exit(64)
}

const MEDIAN_BYTES = 4500
/** Standard deviation of the logarithm: puts the 95th percentile at 15.5 KB. */
const SPREAD = 0.752
const MAX_BYTES = 250_000
/** One article in so many is a reference of 100 KB or more. */
const GIANT_EVERY = 2000

const words = {
  en: 'array index query table commit lock node value sorted window column row key buffer log page split merge cache plan scan join hash tree leaf root block write read order count range limit time state queue stack graph edge path cost'.split(
    ' ',
  ),
  zh: '数组 索引 查询 表格 提交 加锁 节点 数值 有序 窗口 列 行 键 缓冲 日志 页 分裂 合并 缓存 计划 扫描 连接 哈希 树 叶子 根 块 写入 读取 顺序 计数 区间 限制 时间 状态 队列 栈 图 边 路径 代价'.split(
    ' ',
  ),
}
const labels = {
  en: {
    statement: 'Description',
    example: 'Example',
    input: 'Input',
    output: 'Output',
    why: 'Explanation',
    rules: 'Constraints',
    solution: 'Solution',
    note: 'Note',
    see: 'See',
  },
  zh: {
    statement: '题目描述',
    example: '示例',
    input: '输入',
    output: '输出',
    why: '解释',
    rules: '提示',
    solution: '解法',
    note: '注意',
    see: '参见',
  },
}
const FIGURE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200"><path d="M20 180 100 60l80 70L300 20" fill="none" stroke="#1677ff"/></svg>\n'

const pick = (random, list) => list[Math.floor(random() * list.length)]
const between = (random, low, high) => low + Math.floor(random() * (high - low + 1))
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n))

// Every maker below takes `by`: {lang, text, code, hasFigure}. `text` is the generator of the
// language's words, `code` that of the parts that both languages share.

/** Words without marks, as in titles. */
function phrase({ lang, text }, low, high) {
  return times(between(text, low, high), () => pick(text, words[lang])).join(lang === 'zh' ? '' : ' ')
}

/** One sentence; `mark` wraps words now and then: code, emphasis, a link. */
function sentence(by, mark = (word) => word) {
  const { lang, text } = by
  const chosen = times(between(text, 6, 16), (n) => {
    const word = pick(text, words[lang])
    if (n > 0 && text() < 0.08) return mark(word)
    return text() < 0.08 ? `${word}${lang === 'zh' ? '，' : ','}` : word
  })
  if (lang === 'zh') return `${chosen.join('')}。`
  const joined = chosen.join(' ').replace(/,$/, '')
  return `${joined[0].toUpperCase()}${joined.slice(1)}.`
}

function sentences(by, low, high, mark) {
  return times(between(by.text, low, high), () => sentence(by, mark)).join(by.lang === 'zh' ? '' : ' ')
}

/** How Markdown marks a word. */
function inMarkdown(by) {
  return (word) => {
    const kind = by.text()
    if (kind < 0.5) return ` \`${pick(by.text, words.en)}\` `
    if (kind < 0.75) return ` **${word}** `
    return ` [${word}](https://docs.example/${pick(by.text, words.en)}/${between(by.text, 1, 99)}#${pick(by.text, words.en)}) `
  }
}

/** How the HTML of a statement marks a word. */
function inHtml(by) {
  return (word) => {
    const kind = by.text()
    if (kind < 0.45) return `&nbsp;<code>${pick(by.text, words.en)}[${between(by.text, 0, 9)}]</code>&nbsp;`
    if (kind < 0.65) return ` <strong>${word}</strong>&nbsp;`
    if (kind < 0.8) return ` <em>${word} </em>`
    if (kind < 0.93) return ` 10<sup>${between(by.text, 2, 9)}</sup> &lt; <code>n</code> `
    return ` <span style="font-size: 10.8333px;">${word}</span>`
  }
}

const paragraph = (by) => sentences(by, 1, 4, inMarkdown(by))

/** A block of code, the same in both languages; `{{ }}` is a problem for template languages. */
function code({ code: random }, language) {
  const lines = times(between(random, 4, 16), (n) => {
    const indent = '    '.repeat(n % 3)
    const name = `${pick(random, words.en)}_${n}`
    if (random() < 0.15) return `${indent}// ${pick(random, words.en)} <= ${pick(random, words.en)} && "${name}"`
    return `${indent}let ${name} = ${pick(random, words.en)}(${between(random, 0, 99)}, "{{ x }}");`
  })
  return ['```' + language, ...lines, '```'].join('\n')
}

function statement(by) {
  const { text, code: random, lang } = by
  const label = labels[lang]
  const html = inHtml(by)
  const parts = [`## ${label.statement}`, '<!-- description:start -->', `<p>${sentences(by, 1, 3, html)}</p>`]
  // An editor's leftovers: an unclosed paragraph, a font, a table of its own.
  if (random() < 0.05) parts.push(`<p>${sentence(by, html)}\n<p>${sentence(by, html)}</p>`)
  if (random() < 0.04)
    parts.push(`<p><font face="monospace" color="#333">${sentence(by, html)}</font><br />\n${sentence(by)}</p>`)
  if (random() < 0.04) parts.push(rawTable(by))
  parts.push('<p>&nbsp;</p>')
  for (let n = 1; n <= between(random, 2, 3); n++) {
    parts.push(`<p><strong class="example">${label.example} ${n}:</strong></p>`)
    if (by.hasFigure && n === 1)
      parts.push(`<p><img alt="${phrase(by, 1, 3)}" src="figure.svg" style="width: 321px; height: 200px;" /></p>`)
    parts.push(random() < 0.2 ? exampleBlock(by) : example(by))
  }
  const open = random() < 0.05
  const rules = times(between(random, 2, 4), (n) =>
    n === 0 && text() < 0.4
      ? `\t<li>${sentence(by, html)}${open ? '' : '</li>'}`
      : `\t<li><code>1 &lt;= ${pick(random, words.en)}.length &lt;= 10<sup>${between(random, 2, 5)}</sup></code>${open ? '' : '</li>'}`,
  )
  parts.push(`<p><strong>${label.rules}:</strong></p>`, ['<ul>', ...rules, '</ul>'].join('\n'), '<!-- description:end -->')
  return parts
}

function example(by) {
  const { code: random, lang } = by
  const label = labels[lang]
  const numbers = () => `[${times(between(random, 2, 8), () => between(random, 0, 99)).join(',')}]`
  const lines = [
    '<pre>',
    `<strong>${label.input}:</strong> ${pick(random, words.en)} = ${numbers()}, k = ${between(random, 1, 9)}, s = &quot;${pick(random, words.en)}&quot;`,
    `<strong>${label.output}:</strong> ${between(random, 0, 999)}`,
  ]
  if (random() < 0.6) lines.push(`<strong>${label.why}:</strong> ${sentence(by)}`)
  return [...lines, '</pre>'].join('\n')
}

function exampleBlock(by) {
  const { code: random, lang } = by
  const label = labels[lang]
  const row = (name) => `<p><strong>${name}:</strong> <span class="example-io">n = ${between(random, 0, 99)}</span></p>`
  return ['<div class="example-block">', row(label.input), '', row(label.output), '</div>'].join('\n')
}

function rawTable(by) {
  const row = () =>
    `\t\t<tr>\n\t\t\t<td>${phrase(by, 1, 2)}</td>\n\t\t\t<td align="right">${between(by.text, 1, 99)}</td>\n\t\t</tr>`
  return ['<table border="1">', '\t<tbody>', ...times(between(by.text, 2, 4), row), '\t</tbody>', '</table>'].join('\n')
}

function* problem(by) {
  const { code: random, lang } = by
  yield* statement(by)
  for (let n = 1; ; n++) {
    yield `### ${labels[lang].solution} ${n}: ${phrase(by, 1, 3)}`
    yield `${sentences(by, 1, 3, inMarkdown(by))} $O(n \\times \\log n)$`
    if (random() < 0.15) yield table(by)
    for (const language of ['python', 'java', 'cpp', 'go', 'ts', 'rust'].slice(0, between(random, 2, 6))) {
      yield `#### ${language}`
      yield code(by, language)
    }
  }
}

function* manual(by) {
  const { code: random, text, lang } = by
  const parts = [
    paragraph,
    paragraph,
    paragraph,
    table,
    nestedList,
    nestedList,
    note,
    placeholder,
    (by) => code(by, 'sql'),
    (by) => code(by, 'sql'),
    (by) => code(by, 'shell'),
  ]
  yield paragraph(by)
  const headings = []
  for (let n = 1; ; n++) {
    const heading = `${pick(text, words[lang])} ${n}`
    headings.push(heading)
    yield `${n % 3 === 0 ? '###' : '##'} ${heading}`
    for (let m = between(random, 1, 4); m > 0; m--) yield pick(random, parts)(by)
    if (random() < 0.1) yield `${labels[lang].see} [${heading}](#${pick(text, headings).replace(' ', '-')})`
  }
}

function table(by) {
  const { text, lang } = by
  const cell = () => {
    const kind = text()
    if (kind < 0.3) return `\`${pick(text, words.en)}\``
    if (kind < 0.4) return `${phrase(by, 1, 3)}<br/>${between(text, 1, 99)}`
    return kind < 0.6 ? sentence(by) : `${pick(text, words[lang])} ${between(text, 1, 999)}`
  }
  const row = () => `| ${cell()} | ${cell()} | ${cell()} |`
  return [
    `| ${phrase(by, 1, 1)} | ${phrase(by, 1, 2)} | ${phrase(by, 1, 2)} |`,
    '| :--- | --- | ---: |',
    ...times(between(text, 3, 8), row),
  ].join('\n')
}

function nestedList(by) {
  const { text, code: random } = by
  const isOrdered = random() < 0.3
  return times(between(random, 2, 5), (n) => {
    const lines = [`${isOrdered ? `${n + 1}.` : '-'} ${sentence(by, inMarkdown(by))}`]
    const indent = isOrdered ? '   ' : '  '
    if (text() < 0.5)
      lines.push(...times(between(text, 1, 3), () => `${indent}- \`${pick(text, words.en)}\`: ${sentence(by, inMarkdown(by))}`))
    if (text() < 0.1) lines.push(`${indent}  - ${sentence(by)}`)
    return lines.join('\n')
  }).join('\n')
}

const note = (by) => `> **${labels[by.lang].note}:**\n>\n> ${sentences(by, 1, 2, inMarkdown(by))}`

/** Manuals name the values that the reader has to fill in, and not all of them escape the names. */
function placeholder(by) {
  const name = by.code() < 0.1 ? `<${pick(by.code, words.en)}-name>` : `\`<${pick(by.code, words.en)}-name>\``
  return `${sentence(by)} ${name} ${sentence(by, inMarkdown(by))}`
}

/** Facts that both languages of article `n` have in common. */
function facts(n, seed) {
  const random = randomNumbers(seed * 1_000_003 + n)
  const isProblem = random() < 0.4
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const usual = Math.max(600, MEDIAN_BYTES * Math.exp(SPREAD * normal))
  const bytes = Math.min(MAX_BYTES, n % GIANT_EVERY === GIANT_EVERY / 2 ? between(random, 100_000, MAX_BYTES) : usual)
  const date = new Date(Date.UTC(2015, 0, 1) + Math.floor(random() * 3900) * 86_400_000).toISOString().slice(0, 10)
  const chosen = [...new Set(times(between(random, 2, 4), () => tags[Math.floor(random() * tags.length)]))]
  return { isProblem, bytes, date, tags: chosen, hasFigure: isProblem && random() < 0.25 }
}

function article(n, lang, seed, { isProblem, bytes, date, tags, hasFigure }) {
  const isTwin = n % 10 === 9
  const own = seed * 7_000_003 + (isTwin ? n - 1 : n) * 3
  const by = { lang, text: randomNumbers(own + (lang === 'zh' ? 1 : 0)), code: randomNumbers(own + 2), hasFigure }
  const front = [
    `title: "${phrase(by, 2, 4)} ${n}"`,
    `summary: "${sentence(by)}"`,
    `date: ${date}`,
    'author: Corpus',
    'category: research',
    `tags: [${tags.join(', ')}]`,
  ]
  let text = `---\n${front.join('\n')}\n---\n`
  let size = Buffer.byteLength(text)
  for (const part of isProblem ? problem(by) : manual(by)) {
    const partBytes = Buffer.byteLength(part) + 2
    // As often too short as too long by the last part.
    if (size + partBytes / 2 > bytes) break
    text += `\n${part}\n`
    size += partBytes
  }
  return isTwin ? `${text}\n${n}\n` : text
}

const count = Number(values.articles)
/**
 * So many that a tag is on half a percent of 10,000 articles: tags that are on a third of them make
 * Hugo's related pages ten times as dear as all else. Few enough that every article has five
 * related ones.
 */
const tagCount = Math.min(600, Math.max(12, Math.round(count * 0.06)))
const tags = Array.from({ length: tagCount }, (_, n) => `${words.en[n % words.en.length]}-${n}`)
const seed = Number(values.seed)
let bytes = 0
for (let n = 0; n < count; n++) {
  const folder = join(values.out, `article-${String(n).padStart(6, '0')}`)
  mkdirSync(folder, { recursive: true })
  const common = facts(n, seed)
  for (const [lang, file] of [
    ['zh', 'zh-CN.md'],
    ['en', 'en.md'],
  ]) {
    const text = article(n, lang, seed, common)
    bytes += Buffer.byteLength(text)
    writeFileSync(join(folder, file), text)
  }
  if (common.hasFigure) writeFileSync(join(folder, 'figure.svg'), FIGURE)
}
console.log(`${count} articles × 2 languages, ${(bytes / 1e6).toFixed(1)} MB`)
