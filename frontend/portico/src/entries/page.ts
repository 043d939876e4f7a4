// The current page, addresses by route id, questions about content and the types of answers.

export type { Collection, Entry, Field, List, Neighbours } from '#/content.ts'
export {
  type Alternate,
  BODY_TOKEN,
  type BodyHtml,
  type Formatted,
  type Head,
  type Heading,
  type Json,
  type Localized,
  type Metadata,
  type PageFile,
  type PageInput,
  type Picture,
  type Query,
  type Site,
} from '#/contract.ts'
export { PageProvider, type PageSource, type PageValue, SiteProvider, usePage, useSite } from '#/page/page.tsx'
export { couldExist, href, useHref } from '#/page/paths.ts'
export { type Answer, type Answers, entry, latest, list, type MetadataOf, neighbours, related } from '#/page/queries.ts'
