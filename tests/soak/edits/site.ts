// A site that this test edits, as the comparison with its builds sees it. The values come from the
// content's files, never from a build.

import type { Sources } from '../../fixtures/stack.ts'

/** Both sites have these, the first without a prefix. */
export const LANGUAGES = ['zh-CN', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const prefixOf = (language: Language) => (language === 'en' ? '/en' : '')

/** An entry that guests read in its own words, with the texts and days that its editor wrote. */
export type Published = { path: string; title: string; summary: string; date: string; updated: string | undefined }

export type Site = {
  readonly sources: Sources
  /** Its public address. */
  readonly url: string
  /** Hours between its midnight and that of UTC, as in RFC 3339. */
  readonly offset: string
  /** Path of the feed in the first language. */
  readonly feed: string
  /** The entries of the feed's collection in a language. */
  published(language: Language): Published[]
  /** All pages about one entry that sitemaps have → the day of the last change, or ''. */
  sitemapDays(): Map<string, string>
  /** A page that sitemaps have, without a day, if the build has it. */
  isList(path: string): boolean
}

/** The day of an entry's last change, as its editor wrote it, or of its publication. */
export const lastChange = ({ date, updated }: Published) => updated ?? date
