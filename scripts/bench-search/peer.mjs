// SQLite's full text search, set up by an expert: FTS5 with the tokenizer `trigram`, the one of its
// own that finds Chinese, ranked by its BM25 with the title ten times the text. A question's words
// are alternatives, as in any search box; of a run of Chinese characters each three in a row. It
// runs in this process, without HTTP.

import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const HITS = 10
const HAN = /\p{Script=Han}/u

export class Fts5 {
  static version() {
    return new DatabaseSync(':memory:').prepare('SELECT sqlite_version() AS version').get().version
  }

  constructor(file) {
    this.file = file
    this.database = new DatabaseSync(file)
    this.database.exec("CREATE VIRTUAL TABLE pages USING fts5(language UNINDEXED, path UNINDEXED, title, text, tokenize='trigram')")
  }

  /** Indexes the documents; returns the seconds. */
  fill(texts) {
    const began = performance.now()
    const insert = this.database.prepare('INSERT INTO pages VALUES (?, ?, ?, ?)')
    this.database.exec('BEGIN')
    for (const { language, path, title, text } of texts) insert.run(language, path, title, text)
    this.database.exec("COMMIT; INSERT INTO pages(pages) VALUES ('optimize')")
    this.select = this.database.prepare(
      `SELECT path, title, snippet(pages, 3, '<mark>', '</mark>', '…', 40) AS passage FROM pages
        WHERE pages MATCH ? AND language = ? ORDER BY bm25(pages, 0, 0, 10, 1) LIMIT ${HITS}`,
    )
    return { seconds: (performance.now() - began) / 1000 }
  }

  askAll(questions) {
    const before = process.cpuUsage()
    const times = questions.map(({ language, question }) => {
      const began = performance.now()
      this.ask(language, question)
      return performance.now() - began
    })
    const { user, system } = process.cpuUsage(before)
    return { times, cpu: (user + system) / 1e6 }
  }

  /** The paths of the hits, the best first. */
  ask(language, question) {
    const terms = termsOf(question)
    return terms.length === 0 ? [] : this.select.all(terms.map((term) => `"${term}"`).join(' OR '), language).map(({ path }) => path)
  }

  sizes() {
    return { index: statSync(this.file).size }
  }
}

/** The terms of a question; trigrams find no term shorter than three characters. */
function termsOf(question) {
  const runs = question.match(/[\p{Script=Han}]+|[\p{L}\p{N}]+/gu) ?? []
  return runs.flatMap((run) => (HAN.test(run) ? trigrams([...run]) : [run])).filter((term) => [...term].length >= 3)
}

const trigrams = (characters) => characters.slice(2).map((_, index) => characters.slice(index, index + 3).join(''))
