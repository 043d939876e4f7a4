#!/usr/bin/env node
// Writes the product's Markdown documents as entries of the site's collection `documents`: title
// and description as front matter, links between documents as links between pages, pictures beside
// them. The entries are not committed: the documents in `docs/` are the only source.
//
//   node documents.mjs [SITE]     SITE: this site's folder, at `docs/site` of the repository

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Documents by section, in the order of the sidebar; others follow by name. */
const SECTIONS = {
  guide: ['README.md', 'docs/your-own-site.md', 'docs/upgrading.md', 'docs/collections.md', 'docs/operating.md', 'docs/security.md', 'CHANGELOG.md'],
  editors: ['docs/editors.md'],
  reference: [
    'schema-keywords',
    'site',
    'studio',
    'assistant',
    'accounts',
    'messages',
    'publishing',
    'announcements',
    'builds',
    'data',
    'personal-data',
    'feishu',
    'wechat',
    'gateway',
  ].map((name) => `docs/reference/${name}.md`),
  decisions: [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'docs/design.md',
    'docs/accessibility.md',
    'docs/requirements.md',
    'docs/benchmarks.md',
  ],
}
const FOLDERS = ['docs', 'docs/reference', 'docs/decisions']
const DEFAULT_LANGUAGE = 'en'
/** The end of a document's name in another language: `editors.zh-CN.md`. */
export const TRANSLATION = /\.([a-z]{2}-[A-Z]{2})\.md$/
/** A description is cut after the last sentence within this many characters. */
const DESCRIPTION = 200
/** Ids of the page around a text, which no heading gets: `OF_DOCUMENT` of the generator. */
const RESERVED_IDS = ['content', 'letter', 'map', 'portico-state', 'root']

/** Paths of the documents in the default language, from the repository's folder. */
export function listDocuments(root) {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => `${folder}/${name}`),
  )
  return ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...inFolders].filter(
    (path) => path.endsWith('.md') && !TRANSLATION.test(path),
  )
}

/** Name of a document's page: `reference-site`, `decision-004-hash`. */
export function slugOf(path) {
  if (path === 'README.md') return 'introduction'
  const name = posix.basename(path, '.md').toLowerCase()
  const prefix = { 'docs/reference': 'reference-', 'docs/decisions': 'decision-' }[posix.dirname(path)] ?? ''
  return prefix + name
}

/** Section of a document. */
export function sectionOf(path) {
  const listed = Object.keys(SECTIONS).find((section) => SECTIONS[section].includes(path))
  const folder = { 'docs/reference': 'reference', 'docs/decisions': 'decisions' }[posix.dirname(path)]
  return listed ?? folder ?? 'guide'
}

/** The documents in the order of the sidebar. */
export function inOrder(paths) {
  const listed = Object.values(SECTIONS).flat()
  const sections = Object.keys(SECTIONS)
  const rank = (path) => [sections.indexOf(sectionOf(path)), listed.includes(path) ? listed.indexOf(path) : listed.length]
  return paths.toSorted((a, b) => {
    const [[sectionA, rankA], [sectionB, rankB]] = [rank(a), rank(b)]
    return sectionA - sectionB || rankA - rankB || (a < b ? -1 : 1)
  })
}

/** Splits a document into its title and the text below it. */
export function split(text, path) {
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(text) ?? []
  if (title === undefined) throw new Error(`${path} does not begin with a heading (expected \`# Title\`)`)
  return { title: plain(title), body: withoutLanguageLinks(body).trim() }
}

/** Text without links to itself in another language: the site has its own. */
function withoutLanguageLinks(text) {
  return text.replace(/^\n\[(简体中文|English)\]\([^)]*\)\n/m, '').replace(/\s*\(\[简体中文\]\([^)]*\)\)/g, '')
}

/** Words of Markdown without its signs. */
function plain(markdown) {
  return markdown
    .replace(/!?\[((?:`[^`]*`|[^\]`])*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/(?<=[\u3000-\u9fff\uff00-\uffef])\n(?=[\u3000-\u9fff\uff00-\uffef])/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The first paragraph in words, cut after a sentence. */
export function describe(body) {
  const paragraphs = body.split(/\n{2,}/).map((block) => block.trim())
  const paragraph = plain(
    paragraphs.find((block) => /^[^#|>`!\-\d<\s[]/.test(block)) ??
      paragraphs
        .find((block) => block.startsWith('- '))
        ?.slice(2)
        .split('\n- ')[0] ??
      '',
  ).replace(/:$/, '.')
  if (paragraph.length <= DESCRIPTION) return paragraph
  const sentences = paragraph.match(/.+?(?:[.!?](?= )|[。！？]|$)/g) ?? []
  let description = ''
  for (const sentence of sentences) {
    if (description !== '' && (description + sentence).length > DESCRIPTION) break
    description += sentence
  }
  return description.trim()
}

/** Headings of a text below the title, without those in code: `{ level, text, github, id }`. */
export function headingsOf(body) {
  const [github, ids] = [new Map(), new Map(RESERVED_IDS.map((id) => [id, 1]))]
  return proseOf(body)
    .flatMap((block) => (block.code ? [] : block.text.split('\n')))
    .flatMap((line) => {
      const [, signs, words] = /^(#{2,6}) (.+)$/.exec(line) ?? []
      if (signs === undefined) return []
      const text = plain(words)
      const hyphens = text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
        .replaceAll(' ', '-')
      const own =
        text
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .split(/[\s_-]+/)
          .filter(Boolean)
          .join('-') || 'section'
      return [{ level: signs.length, text, github: unique(github, hyphens), id: unique(ids, own) }]
    })
}

/** `name`, or with a number if it was taken before. */
function unique(taken, name) {
  const count = taken.get(name) ?? 0
  taken.set(name, count + 1)
  return count === 0 ? name : `${name}-${count}`
}

/**
 * A translation with the ids of its original's headings before its own: documents that have no
 * translation link to them in every language of the site.
 */
export function addOriginalIds(body, original) {
  const [own, others] = [headingsOf(body), headingsOf(original)]
  const taken = new Set(own.map(({ id }) => id))
  let at = 0
  const withId = (line) => {
    if (!/^#{2,6} .+$/.test(line)) return line
    const id = others[at++]?.id
    return id === undefined || taken.has(id) ? line : `<span id="${id}"></span>\n\n${line}`
  }
  return proseOf(body)
    .map(({ code, text }) => (code ? text : text.split('\n').map(withId).join('\n')))
    .join('\n')
}

/** Blocks of a text: fenced code, and the rest. */
function proseOf(body) {
  const blocks = []
  let fence
  for (const line of body.split('\n')) {
    const [, signs] = /^\s*(`{3,}|~{3,})/.exec(line) ?? []
    const opens = fence === undefined && signs !== undefined
    const code = fence !== undefined || opens
    if (blocks.at(-1)?.code !== code || opens) blocks.push({ code, lines: [] })
    blocks.at(-1).lines.push(line)
    if (opens) fence = signs
    else if (signs?.startsWith(fence)) fence = undefined
  }
  return blocks.map(({ code, lines }) => ({ code, text: lines.join('\n') }))
}

/**
 * A text with the targets of its links as the site has them. `follow(target, isPicture)` returns
 * `href`, or `path` for a file that the site does not have, of which only the name stays. Addresses
 * that no browser opens (`s3://bucket`) are code, so that they are no links.
 */
export function rewriteLinks(body, follow) {
  const link =
    /(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)|\b(?!https?:)([a-z][a-z0-9]*:\/\/[^\s,;)]+)|(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^()\s]+)\)/g
  const inProse = (text) =>
    text.replace(link, (whole, code, address, picture, label, target) => {
      if (code !== undefined) return whole
      if (address !== undefined) return `\`${address}\``
      const followed = follow(target, picture === '!')
      if (followed.href !== undefined) return `${picture}[${label}](${followed.href})`
      return plain(label) === followed.path || label.includes('`') ? `\`${plain(label)}\`` : `${label} (\`${followed.path}\`)`
    })
  return proseOf(body)
    .map(({ code, text }) => (code ? text : inProse(text)))
    .join('\n')
}

/** Entries of the collection: `{ slug, language, text, pictures }` for each file. */
export function makeEntries(root, { repository } = {}) {
  const paths = inOrder(listDocuments(root))
  const read = (path) => split(readFileSync(join(root, path), 'utf8'), path)
  return paths.flatMap((path, at) => {
    const translations = readdirSync(join(root, posix.dirname(path))).flatMap((name) => {
      const [, language] = TRANSLATION.exec(name) ?? []
      const isOf = language !== undefined && name === posix.basename(path).replace(/\.md$/, `.${language}.md`)
      return isOf ? [[language, posix.join(posix.dirname(path), name)]] : []
    })
    return [[DEFAULT_LANGUAGE, path], ...translations].map(([language, source]) => {
      const { title, body } = read(source)
      const pictures = []
      const follow = (target, isPicture) => {
        if (/^[a-z]+:/.test(target)) return { href: target }
        const [file, fragment] = target.split('#')
        const place = file === '' ? source : posix.join(posix.dirname(source), file)
        if (isPicture) {
          pictures.push(place)
          return { href: posix.basename(place) }
        }
        const original = place.replace(TRANSLATION, '.md')
        if (!paths.includes(original))
          return repository === undefined ? { path: place } : { href: `${repository}/blob/main/${place}` }
        const id =
          fragment === undefined
            ? ''
            : `#${idOf(headingsOf(read(place).body), decodeURIComponent(fragment), `${source}: ${target}`)}`
        return { href: file === '' ? id : `/docs/${slugOf(original)}${id}` }
      }
      const text = rewriteLinks(source === 'README.md' ? introduction(body) : body, follow)
      const contents = headingsOf(text)
        .filter(({ level }) => level < 4)
        .map(({ level, text, id }) => ({ id, level, text }))
      // JSON is YAML, too.
      const fields = {
        title: path === 'README.md' ? 'Introduction' : title,
        summary: describe(body),
        section: sectionOf(path),
        order: at + 1,
        source: path,
        ...(contents.length === 0 ? {} : { contents }),
      }
      const front = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
      const shown = source === path ? text : addOriginalIds(text, read(path).body)
      return { slug: slugOf(path), language, text: `---\n${front.join('')}---\n\n${shown}\n`, pictures }
    })
  })
}

/** The README up to the guide through the repository: the site has a sidebar. */
function introduction(body) {
  return body.split(/^## Where to read next$/m)[0].trim()
}

/** The site's id of a heading that a link names as a repository's page does. */
function idOf(headings, fragment, link) {
  const heading = headings.find(({ github, id }) => fragment === github || fragment === id)
  if (heading === undefined) throw new Error(`${link} leads to no heading`)
  return heading.id
}

/** The workspace's version. */
export function readVersion(root) {
  const [, version] =
    /^\[workspace\.package\][^[]*?^version = "([^"]+)"/ms.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8')) ?? []
  if (version === undefined) throw new Error('Cargo.toml has no `version` in `[workspace.package]`')
  return version
}

/** Setting `repository` of the site, an address; undefined if it has none. */
function readRepository(site) {
  return /^ {2}repository: "?([^"\s]+)/m.exec(readFileSync(join(site, 'content/site.yaml'), 'utf8'))?.[1]
}

/** Writes what changed: a running generator follows each write. */
function writeIfChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Writes entries and version into `site`; returns the number of entries. */
export function writeDocuments(root, site) {
  const collection = join(site, 'content/documents')
  const entries = makeEntries(root, { repository: readRepository(site) })
  const kept = new Set(['_schema.json'])
  for (const { slug, language, text, pictures } of entries) {
    writeIfChanged(join(collection, slug, `${language}.md`), text)
    kept.add(slug).add(`${slug}/${language}.md`)
    for (const picture of pictures) {
      cpSync(join(root, picture), join(collection, slug, posix.basename(picture)))
      kept.add(`${slug}/${posix.basename(picture)}`)
    }
  }
  for (const name of readdirSync(collection, { recursive: true, encoding: 'utf8' }))
    if (!kept.has(name)) rmSync(join(collection, name), { recursive: true, force: true })
  const version = `// Written by scripts/documents.mjs from the workspace's Cargo.toml; never by hand.\n\nexport const VERSION = '${readVersion(root)}'\n`
  writeIfChanged(join(site, 'frontend/site/version.gen.ts'), version)
  return entries.length
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const site = resolve(process.argv[2] ?? join(import.meta.dirname, '..'))
  const count = writeDocuments(resolve(import.meta.dirname, '../../..'), site)
  process.stdout.write(`${count} documents\n`)
}
