// A page is shared: each of eight kinds of page has a card of its own, in each language.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useSite } from '../fixtures/site.ts'

const WIDTH = 1200
const HEIGHT = 630

describe('a messenger that shows a shared page', () => {
  const site = useSite()

  const pages = [
    '/',
    '/enterprise/invested',
    '/enterprise/cases/chengjing-one-wafer',
    '/enterprise/cases/landbridge-written-off',
    '/enterprise/invested/chengjing',
    '/news/annual-meeting-2026',
    '/total',
    '/about/financial',
  ]

  /** The address of the card that the page at `path` names, on this stack. */
  async function cardOf(path: string): Promise<string> {
    const document = await (await fetch(site.stack.url + path)).text()
    const [card] = document.match(/\/media\/cards\/[0-9a-f]+\.png/) ?? []
    assert.ok(card, `${path} names no card`)
    return card
  }

  test('gets a picture of the size that messengers show, another for each page and language', async () => {
    const paths = pages.flatMap((path) => [path, path === '/' ? '/en' : `/en${path}`])
    const cards = await Promise.all(paths.map(cardOf))
    assert.equal(new Set(cards).size, paths.length)
    const pictures = await Promise.all(
      cards.map(async (card) => {
        const answer = await fetch(site.stack.url + card)
        assert.equal(answer.headers.get('content-type'), 'image/png')
        return Buffer.from(await answer.arrayBuffer())
      }),
    )
    for (const picture of pictures) {
      // Width and height are the first fields of a PNG's first chunk.
      assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [WIDTH, HEIGHT])
    }
    assert.equal(new Set(pictures.map((picture) => picture.toString('base64'))).size, paths.length)
  })
})
