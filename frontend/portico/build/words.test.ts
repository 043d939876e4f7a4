import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { messagesOf } from './catalogs.ts'
import { catalogsIn, describeNewWords, extractWords, untranslated } from './words.ts'

const folder = mkdtempSync(join(tmpdir(), 'portico-words-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(catalogs: { [place: string]: string }): void {
  for (const [place, text] of Object.entries(catalogs)) {
    mkdirSync(join(folder, place, '..'), { recursive: true })
    writeFileSync(join(folder, place), text)
  }
}

describe('the words of a site', () => {
  it('are those of the catalogs that it has, and each language tells what it lacks', async () => {
    write({
      'locales.json': '[{ "code": "en" }, { "code": "de" }, { "code": "fr" }]',
      'en/site.po': 'msgid "Home"\nmsgstr "Home"\n',
      'de/site.po': 'msgid "Home"\nmsgstr ""\n\nmsgid "Away"\nmsgstr "Fort"\n',
      'de/forms.po': 'msgid "Send"\nmsgstr ""\n',
      'fr/site.po': 'msgid "Home"\nmsgstr ""\n',
    })
    expect(catalogsIn(folder).map(({ path }) => path.slice(folder.length))).toEqual([
      '/en/site.po',
      '/de/forms.po',
      '/de/site.po',
      '/fr/site.po',
    ])
    expect(await untranslated(folder)).toEqual([
      '2 messages are not translated into `de`; visitors read English there (locales/de/*.po)',
      '1 message is not translated into `fr`; visitors read English there (locales/fr/*.po)',
    ])
  })

  it('that are new in the code are shown as the code has them, and named once with the command', async () => {
    write({
      'locales/locales.json': '[{ "code": "de" }, { "code": "fr" }]',
      'locales/de/site.po': 'msgid "Home"\nmsgstr "Daheim"\n\nmsgid "Away"\nmsgstr "Fort"\n',
      'locales/fr/site.po': 'msgid "Home"\nmsgstr ""\n',
      'frontend/package.json': '{ "scripts": { "words": "lingui extract --clean" } }',
      'frontend/lingui.config.ts': `
        const catalogs = [{ path: '<rootDir>/../locales/{locale}/site', include: ['<rootDir>/site'] }]
        export default { sourceLocale: 'en', locales: ['de', 'fr'], catalogs, format: { parse: () => ({}), serialize: () => '', catalogExtension: '.po' } }`,
      'frontend/site/words.ts': `
        import { msg } from '@lingui/core/macro'
        export const words = [msg\`Home\`, msg\`Away\`, msg\`Hulks\`, msg({ id: 'mast', message: 'Masts' }), msg({ id: 'bare' })]`,
    })
    const root = join(folder, 'frontend')
    const words = await extractWords(root)
    expect(Object.values(words).sort()).toEqual(['', 'Away', 'Home', 'Hulks', 'Masts'])
    const shown = async (code: string) => Object.values(await messagesOf(join(folder, `locales/${code}/site.po`), words)).sort()
    expect(await shown('de')).toEqual(['', 'Daheim', 'Fort', 'Hulks', 'Masts'])
    expect(await shown('fr')).toEqual(['', 'Away', 'Home', 'Hulks', 'Masts'])
    // Words that are loaded later are no new words, and no page loads them at once.
    write({ 'locales/fr/later.po': 'msgid "Hulks"\nmsgstr "Carcasses"\n' })
    expect(await shown('fr')).toEqual(['', 'Away', 'Home', 'Masts'])
    rmSync(join(folder, 'locales/fr/later.po'))
    expect(await describeNewWords(root, words)).toEqual([
      '4 new words are not in the catalogs: `Hulks`, `Masts`, `bare`, `Away`; run `npm --prefix frontend run words`',
    ])
  })
})
