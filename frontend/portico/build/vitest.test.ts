import type { Plugin } from 'vite'
import { expect, it } from 'vitest'
import type { CacheKeyIdGenerator } from 'vitest/node'
import { testPlugins } from './vitest.ts'

it('keeps what is compiled from several files out of the cache, and the rest in it', () => {
  const generators: CacheKeyIdGenerator[] = []
  const project = { defineCacheKeyGenerator: (each: CacheKeyIdGenerator) => generators.push(each) }
  for (const plugin of testPlugins().flat() as Plugin[]) {
    if (typeof plugin.configureVitest === 'function') Reflect.apply(plugin.configureVitest, plugin, [project])
  }
  const isCached = (id: string) => !generators.some((each) => Reflect.apply(each, undefined, [{ id, sourceCode: '' }]) === false)
  expect(['/locales/en/site.po', '/locales/zh-CN/chat.po', '/site/a.tsx', '/site/a.css'].map(isCached)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
