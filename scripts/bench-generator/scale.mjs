// Cost per page and memory by number of articles: Portico alone, one size after the other, each
// cleaned up before the next.

import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../bench-shared/figures.mjs'
import { checkRoom, machineLine } from '../bench-shared/machine.mjs'
import { checkOutput } from './compare.mjs'
import { makeCorpus } from './corpus.mjs'
import { measure } from './measure.mjs'
import { plotScale } from './plot.mjs'
import { root } from './sites/places.mjs'

/** Files of a made article in both languages, as stored on tmpfs. */
const ARTICLE_BYTES = 18_000

export async function measureScale(portico, folder, options) {
  portico.install()
  const points = []
  for (const articles of options.scale) {
    checkRoom(folder, {
      files: portico.fixed.files + (portico.perArticle.files + ARTICLE_BYTES) * articles,
      memory: portico.fixed.memory + portico.perArticle.memory * articles,
    })
    points.push(await measurePoint(portico, join(folder, String(articles)), articles))
  }
  console.log(scaleTable(points))
  if (options.save) save(points, folder)
}

async function measurePoint(portico, folder, articles) {
  mkdirSync(folder)
  const log = join(folder, 'log.txt')
  const step = async (name) => {
    const result = await measure(portico.command(), log, true)
    console.error(`${articles} articles, ${name}: ${result.wall.toFixed(2)} s, ${result.cpu.toFixed(2)} CPU s`)
    return result
  }
  const corpus = makeCorpus(join(folder, 'corpus'), { articles })
  portico.prepare(join(folder, 'portico'), corpus)
  await portico.clean()
  const clean = await step('clean build')
  const { pages } = portico.report()
  if (portico.kind === 'bench') checkOutput(portico, corpus)
  const disk = { corpus: diskBytes(corpus.folder), output: diskBytes(join(portico.folder, 'builds')) }
  const unchanged = await step('nothing changed')
  appendFileSync(join(corpus.folder, corpus.slugs[Math.floor(articles / 2)], 'en.md'), '\nOne more sentence.\n')
  const edited = await step('one article’s text edited')
  portico.stop()
  rmSync(folder, { recursive: true })
  return { articles, pages, clean, unchanged, edited, disk }
}

function diskBytes(folder) {
  return Number(execFileSync('du', ['-s', '--block-size=1', folder], { encoding: 'utf8' }).split('\t')[0])
}

function scaleTable(points) {
  const rows = points.map(({ articles, pages, clean, unchanged, edited, disk }) => [
    `${articles} × 2`,
    pages,
    clean.wall.toFixed(2),
    clean.cpu.toFixed(2),
    Math.round((clean.cpu / pages) * 1e6),
    Math.round(clean.peak / 1e6),
    unchanged.wall.toFixed(2),
    edited.wall.toFixed(2),
    Math.round(edited.peak / 1e6),
    `${(disk.corpus / 1e9).toFixed(2)} and ${(disk.output / 1e9).toFixed(2)}`,
  ])
  const head = [
    'articles',
    'pages',
    'wall s',
    'CPU s',
    'CPU µs per page',
    'peak memory MB',
    'unchanged: wall s',
    'edited: wall s',
    'edited: peak MB',
    'corpus and output on disk, GB',
  ]
  return table(head, rows)
}

function save(points, folder) {
  const file = (name) => join(root, 'docs/benchmarks', name)
  mkdirSync(join(root, 'docs/benchmarks'), { recursive: true })
  writeFileSync(file('generator-scale.json'), `${JSON.stringify({ machine: machineLine(folder), points }, null, 2)}\n`)
  writeFileSync(file('generator-scale.svg'), plotScale(points))
}
