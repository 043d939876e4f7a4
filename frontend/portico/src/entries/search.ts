// The search box, the results page, and the data about a site that search needs.

export { type LiveSearch, loadLive } from '#/features/search/live/live.tsx'
export { SearchButton, type SearchButtonProps } from '#/features/search/search-button.tsx'
export {
  SearchField,
  SearchForm,
  type SearchFormProps,
  SearchPage,
  type SearchPageProps,
} from '#/features/search/search-page.tsx'
export type { SiteSearch } from '#/features/search/site-search.ts'
