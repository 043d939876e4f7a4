// The types of metadata. `tsc` checks them; running them adds no check.

import type { MetadataOf } from '@portico/app/page'
import { describe, expectTypeOf, it } from 'vitest'
import type { metadata } from '#/metadata.ts'
import type { Queries } from '#/queries.ts'

type Title<Id extends keyof Queries> = NonNullable<MetadataOf<Queries>[Id]['title']>
type Image<Id extends keyof Queries> = NonNullable<MetadataOf<Queries>[Id]['image']>

describe('the type of metadata', () => {
  it('knows each route that has queries', () => {
    expectTypeOf<keyof typeof metadata>().toEqualTypeOf<keyof Queries>()
    expectTypeOf<Omit<typeof metadata, 'company'>>().not.toExtend<MetadataOf<Queries>>()
  })

  it('knows the places of texts', () => {
    expectTypeOf<'entry.name' | 'entry.summary'>().toExtend<Title<'company'>>()
    expectTypeOf<'entry.date' | 'entry.date.value' | 'entry.date.text'>().toExtend<Title<'news-article'>>()
    expectTypeOf<'entry.company.name'>().toExtend<Title<'case'>>()
  })

  it('knows no other place', () => {
    expectTypeOf<'entry.nam'>().not.toExtend<Title<'company'>>()
    expectTypeOf<'entri.name'>().not.toExtend<Title<'company'>>()
    expectTypeOf<'entry'>().not.toExtend<Title<'company'>>()
    expectTypeOf<'entry.body'>().not.toExtend<Title<'company'>>()
    expectTypeOf<'list.items'>().not.toExtend<Title<'news'>>()
    expectTypeOf<'entry.title'>().not.toExtend<Image<'case'>>()
  })
})
