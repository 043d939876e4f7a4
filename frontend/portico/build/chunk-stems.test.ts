import { describe, expect, test } from 'vitest'
import { type NamedChunk, uniqueStems } from './chunk-stems.ts'

const chunk = (name: string, facadeModuleId: string | null = null): NamedChunk => ({
  name,
  facadeModuleId,
  moduleIds: [facadeModuleId ?? `/home/me/${name}.ts`],
})

describe('the stem of a chunk', () => {
  test.each([
    [chunk('vendor'), 'vendor'],
    [chunk('home', '/home/me/frontend/site/routes/home.tsx'), 'route-home'],
    [chunk('site', '/home/me/locales/zh-CN/site.po'), 'zh-cn-site'],
    [chunk('live', '/home/me/frontend/portico/src/features/chat/live/live.tsx'), 'chat-live'],
    [chunk('search-box', '/home/me/frontend/site/features/search/search-box.tsx'), 'search-box'],
    [chunk('DialogWindow', '/home/me/frontend/portico/src/ui/Dialog/DialogWindow.tsx'), 'dialog-window'],
    [chunk('live.module'), 'live'],
    [chunk('login-message-bp-message-work'), 'login-mbmw'],
    [chunk('_'), 'part'],
  ])('%o', (named, stem) => {
    expect(uniqueStems()(named)).toBe(stem)
  })

  test('is one chunk’s, and the same whenever it is asked for', () => {
    const unique = uniqueStems()
    const [first, second] = [chunk('dist', '/a/dist.js'), chunk('dist', '/b/dist.js')]
    expect([first, second, first, second].map(unique)).toEqual(['dist', 'dist-2', 'dist', 'dist-2'])
  })
})
