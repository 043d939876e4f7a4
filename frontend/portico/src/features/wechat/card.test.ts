// @vitest-environment jsdom

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configureApi } from '#/api/config.ts'
import { answerFetch, ok, type Reply } from '#/testing/answers.ts'
import { keepCard } from './card.ts'

const signature = ok({ appId: 'wx1', timestamp: 1, nonceStr: 'n', signature: 's' })

/** WeChat's object, which accepts each call; returns the titles of the cards for a person. */
function showInWeChat(onCard: (title: string) => void = () => {}): string[] {
  const titles: string[] = []
  type Answer = (result: object) => void
  vi.stubGlobal('WeixinJSBridge', {
    invoke: (name: string, { title }: { title: string }, answer: Answer) => {
      if (name === 'updateAppMessageShareData') {
        titles.push(title)
        onCard(title)
      }
      setTimeout(() => answer({ err_msg: `${name}:ok` }))
    },
  })
  return titles
}

/** An origin that answers the calls for a signature in turn, and the last answer from then on. */
function answerInTurn(...replies: Reply[]) {
  return answerFetch(() => (replies.length > 1 ? replies.shift() : replies[0]) ?? signature)
}

beforeEach(() => {
  document.head.innerHTML = '<title>news</title><meta name="description" content="d">'
  configureApi({ base: '', language: () => 'en', isLogin: () => false, before: async () => {}, onLoading: () => {} })
})

describe('the card of a page in WeChat', () => {
  it('is not set again when the same title is written again', async () => {
    const titles = showInWeChat()
    answerInTurn(signature)
    keepCard(document, '/icon.png')
    for (const title of ['news', 'about', 'news']) {
      document.title = title
      await vi.waitFor(() => expect(titles.at(-1)).toBe(title))
      document.title = title
      // Until the change is seen, so that it is not one with the next.
      await new Promise((ended) => setTimeout(ended))
    }
    await vi.waitFor(() => expect(titles).toEqual(['news', 'about', 'news']))
  })

  it('is that of the page on the screen, if that changes while the first is being set', async () => {
    const titles = showInWeChat((title) => {
      if (title === 'news') document.title = 'about'
    })
    answerInTurn(signature)
    keepCard(document, '/icon.png')
    await vi.waitFor(() => expect(titles).toEqual(['news', 'about']))
  })

  it('is set for the next page after a call that failed', async () => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue()
    const titles = showInWeChat()
    answerInTurn({ networkError: true }, signature)
    keepCard(document, '/icon.png')
    await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce())
    document.title = 'about'
    await vi.waitFor(() => expect(titles).toEqual(['about']))
  })

  it('is asked for once, where the site has no account', async () => {
    const asked = answerInTurn(ok(null))
    keepCard(document, '/icon.png')
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    document.title = 'about'
    // Changes are followed in microtasks, all of which end before a timer.
    await new Promise((ended) => setTimeout(ended))
    expect(asked).toHaveLength(1)
  })
})
