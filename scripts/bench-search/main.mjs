// Called by scripts/bench: search over a large site, beside SQLite's full text search on the same
// documents and questions. Prints how long answers take, their cost in memory, and how soon an edit
// is found; before that, how well the sample site's own questions are answered.
//
// The origin has core 0, the client core 1. A time is the client's wait for an answer over a
// connection that stays open, so that it has HTTP and JSON in it; SQLite's has neither.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Portico } from '../bench-generator/sites/portico.mjs'
import { checkRoom, machineLine } from '../bench-shared/machine.mjs'
import { writeCorpus } from './corpus.mjs'
import { Edits } from './edits.mjs'
import { questionTable } from './sets.mjs'
import { readOptions } from './options.mjs'
import { Searched } from './origin.mjs'
import { Fts5 } from './peer.mjs'
import { questionsOf } from './questions.mjs'
import { answerTable, editTable, stateTable } from './tables.mjs'
import { publishedTexts } from './texts.mjs'

const options = readOptions(process.argv.slice(2))
const folder = mkdtempSync(join(options.folder, 'portico-bench-'))
const running = []
process.on('exit', () => {
  for (const part of running) part.stop()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

try {
  console.log(`${machineLine(folder)}; SQLite ${Fts5.version()}\n`)
  await measure()
} catch (error) {
  console.error(`error: ${error.stack}`)
  process.exitCode = 1
}
process.exit()

async function measure() {
  console.log(questionTable(join(folder, 'sample')))
  const portico = new Portico('bench')
  checkRoom(folder, {
    files: options.articles * portico.perArticle.files + portico.fixed.files,
    memory: options.articles * portico.perArticle.memory + portico.fixed.memory,
  })
  const corpus = writeCorpus(join(folder, 'corpus'), options.articles)
  const builds = build(portico, corpus)
  const texts = publishedTexts(portico, corpus)
  const questions = questionsOf(corpus, options.questions)

  const origin = new Searched(join(folder, 'origin'), builds)
  running.push(origin)
  const made = await origin.start()
  const peer = new Fts5(join(folder, 'peer.db'))
  const peerMade = peer.fill(texts)

  // Each takes its turn; the first one of both does not count.
  const rounds = []
  for (let round = 0; round <= options.rounds; round++) {
    const found = { origin: await origin.askAll(questions), peer: peer.askAll(questions) }
    if (round > 0) rounds.push(found)
  }
  console.log(answerTable(rounds, questions))
  console.log(stateTable({ documents: texts.length, made, peerMade, origin: origin.sizes(), peer: peer.sizes() }))

  const edits = new Edits(portico, corpus, origin)
  running.push(edits)
  console.log(editTable(await edits.measure(options.edits), origin.sizes()))
}

/** Builds the site, and returns the folder of its builds. */
function build(portico, corpus) {
  portico.install()
  portico.prepare(join(folder, 'site'), corpus)
  portico.empty()
  console.error(`building a site of ${corpus.slugs.length} articles in two languages`)
  const [program, ...argv] = portico.command().argv
  execFileSync(program, argv, { stdio: ['ignore', 'ignore', 'inherit'] })
  return join(portico.folder, 'builds')
}
