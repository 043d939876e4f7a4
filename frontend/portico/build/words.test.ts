import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { catalogsIn, untranslated } from './words.ts'

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
})
