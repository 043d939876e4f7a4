// Each page of the sample site in each language passes the checks that every site has
// (`portico test`): it loads and reacts without a complaint, is accessible, fits, links to pages
// that are there, is within its budgets and valid; pages for members stay with members.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkPages } from '../kit/check-pages.ts'
import { settings } from '../pages/known.ts'
import { useSitePages } from '../pages/site-pages.ts'

describe('each page', () => {
  const site = useSitePages()

  test('passes the checks of every site', async () => {
    const results = await checkPages(site.stack, { browser: site.browser, settings, all: true })
    assert.ok(site.documents.length > 100, `${site.documents.length} documents`)
    assert.deepEqual(results.filter(({ isLeftOut }) => isLeftOut), [])
    assert.equal(results.flatMap(({ findings }) => findings).join('\n'), '')
  })
})
