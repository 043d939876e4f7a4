// The shared parts of the peers from npm: packages in var/peers/<name>, exactly those of the lock
// file; sources, corpus and packages beside each other in the folder of the run.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { benchSite, linkTree, root } from './places.mjs'

export class NpmSite {
  isSlow = true

  /**
   * `name`: folder in scripts/bench-site/peers and package; `script`: the script in node_modules
   * that Node runs, with its parameters; `output` and `caches`: folders that a fresh checkout does
   * not have; `publicFolder`: files that are copied unchanged.
   */
  constructor({ name, adds, script, output, caches, publicFolder = 'public', env = {}, perArticle, fixed }) {
    Object.assign(this, { name, adds, script, output, caches, publicFolder, env, perArticle, fixed })
  }

  install() {
    const source = join(benchSite, 'peers', this.name)
    const target = join(root, 'var/peers', this.name)
    const stamp = join(target, 'installed-lock.json')
    const lock = readFileSync(join(source, 'package-lock.json'), 'utf8')
    if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
      mkdirSync(target, { recursive: true })
      for (const file of ['package.json', 'package-lock.json']) cpSync(join(source, file), join(target, file))
      const parameters = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
      execFileSync('npm', parameters, { cwd: target, stdio: ['ignore', 'ignore', 'inherit'] })
      cpSync(join(target, 'package-lock.json'), stamp)
    }
    this.packages = join(target, 'node_modules')
    const { version } = JSON.parse(readFileSync(join(this.packages, this.name, 'package.json'), 'utf8'))
    this.label = `${this.name} ${version} ${this.adds}`
  }

  /**
   * Writes the site into `folder`. The packages are copied: bundlers follow links out of it and
   * then fail to resolve paths.
   */
  prepare(folder, corpus) {
    this.folder = folder
    cpSync(join(benchSite, 'peers', this.name), folder, { recursive: true })
    cpSync(join(benchSite, 'peers/shared'), join(folder, 'shared'), { recursive: true })
    cpSync(join(benchSite, 'frontend/site/layouts/site.css'), join(folder, 'shared/site.css'))
    cpSync(this.packages, join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true })
    for (const page of ['home', 'articles']) {
      cpSync(join(benchSite, 'content/pages', page), join(folder, 'content/pages', page), { recursive: true })
    }
    linkTree(corpus.folder, join(folder, 'content/articles'))
    for (const { slug, name } of corpus.images) {
      cpSync(join(corpus.folder, slug, name), join(folder, this.publicFolder, 'media/articles', slug, name))
    }
  }

  async clean() {
    for (const path of [this.output, ...this.caches]) rmSync(join(this.folder, path), { recursive: true, force: true })
  }

  command() {
    const [tool, ...parameters] = this.script
    const argv = [process.execPath, join('node_modules', tool), ...parameters]
    return { argv, cwd: this.folder, env: { NODE_ENV: 'production', ...this.env } }
  }

  outputFolder() {
    return join(this.folder, this.output)
  }

  articleFile(slug, locale) {
    return join(this.outputFolder(), locale, 'articles', slug, 'index.html')
  }

  stop() {}
}
