// The industry page's data on fields and companies.

import type { PageData } from '#/queries.ts'

export type Industry = PageData<'industry'>['industries']['items'][number]
export type Company = PageData<'industry'>['companies']['items'][number]
export type IndustryData = { industries: readonly Industry[]; companies: readonly Company[] }

/** The companies of a field, in the order of the ledger. */
export function companiesOf(industry: Industry, companies: readonly Company[]): Company[] {
  return companies.filter((company) => company.industry?.slug === industry.slug)
}
