// From an editor's save to an answer of the search: `generator watch` builds, the origin follows.

import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Watching } from '../bench-generator/watch.mjs'

export class Edits {
  constructor(portico, corpus, origin) {
    this.articles = join(portico.content, portico.collection)
    this.latest = join(portico.folder, 'builds/latest.json')
    this.corpus = corpus
    this.watching = new Watching({
      content: portico.content,
      collection: portico.collection,
      options: () => portico.options(),
      url: origin.url,
    })
  }

  /**
   * Edits articles, each with a unique word. Returns ms from the save, and from the moment the
   * build was live, until the word is found on that article's page.
   */
  async measure(count) {
    await this.watching.build()
    const { slugs } = this.corpus
    const times = []
    for (let number = 0; number < count; number++) {
      const slug = slugs[Math.floor((slugs.length * (number + 0.5)) / count)]
      const word = `zyx${number}q${Date.now().toString(36)}`
      const save = () => appendFileSync(join(this.articles, slug, 'en.md'), `\nIt says ${word} now.\n`)
      const isFound = ({ body }) => body.includes(`/articles/${slug}`)
      const { time } = await this.watching.change(`/api/search?all=1&q=${word}`, save, isFound)
      times.push({ fromSave: time, fromPublish: Date.now() - statSync(this.latest).mtimeMs })
    }
    return times
  }

  stop() {
    this.watching.stop()
  }
}
