// @vitest-environment jsdom
// @vitest-environment-options { "url": "https://site.example/en/news" }

import { describe, expect, it } from 'vitest'
import { routes } from '#/routes.ts'
import { limited, PRELOADS_MAX, wantedRoute } from '../../portico/src/app/prefetch.ts'

describe('prefetch (R9.03)', () => {
  it('runs at most four at once, in order, and goes on after a failure', async () => {
    expect(PRELOADS_MAX).toBe(4)
    const run = limited(PRELOADS_MAX)
    const started: number[] = []
    const finish: ((error?: Error) => void)[] = []
    for (let index = 0; index < 6; index += 1) {
      run(() => {
        started.push(index)
        return new Promise<void>((resolve, reject) => {
          finish[index] = (error) => (error ? reject(error) : resolve())
        })
      })
    }
    expect(started).toEqual([0, 1, 2, 3])
    finish[1]!(new Error('gone'))
    await settle()
    expect(started).toEqual([0, 1, 2, 3, 4])
    finish[0]!()
    await settle()
    expect(started).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('wants pages of this site that need no new document', () => {
    const current = routes.find(({ id }) => id === 'news')!
    const wanted = (html: string) => {
      document.body.innerHTML = html
      return wantedRoute(document.querySelector('a')!, current)?.id
    }
    expect(wanted('<a href="/en/about">x</a>')).toBe('about')
    expect(wanted('<a href="/news/first-close#a">x</a>')).toBe('news-article')
    for (const html of [
      '<a href="/en/news#a">this page</a>',
      '<a href="/en/product">guarded</a>',
      '<a href="/login">guests only</a>',
      '<a href="/feishu/ai">other headers</a>',
      '<a href="/nowhere">nothing</a>',
      '<a href="https://other.example/about">another site</a>',
      '<a href="/en/about" target="_blank">another window</a>',
      '<a href="/media/report.pdf" download>a file</a>',
    ]) {
      expect(wanted(html), html).toBeUndefined()
    }
  })
})

const settle = () => new Promise((resolve) => setImmediate(resolve))
