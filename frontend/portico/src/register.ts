// Types that a site registers, so that the package's own types speak of this site: a link to a
// route that does not exist, a field that no schema has and a language that is not there fail type
// checking.
//
//   declare module '@portico/app' {
//     interface Register { route: 'home' | 'about' }
//   }

/** Types that the site registers, by name; those it leaves out are as wide as they can be. */
// biome-ignore lint/suspicious/noEmptyInterface: sites add to it
export interface Register {}

type Registered<Name extends string, Wide> = Name extends keyof Register ? Register[Name] : Wide

/** The code of a language of the site. */
export type LocaleCode = Registered<'locale', string>

/** The id of a route of the site. */
export type RouteId = Registered<'route', string>

/** The name of a layout of the site. */
export type LayoutName = Registered<'layout', string>

/** The name of a header class of the site. */
export type HeaderClassName = Registered<'headerClass', string>

/** The fields of an entry as they arrive in a payload, by collection. */
export type Fields = Registered<'fields', Record<string, Record<string, unknown>>>

/** Fields that name an entry of another collection or a list of them, by collection. */
export type References = Registered<'references', Record<string, Record<string, string>>>

/** The public part of `site.yaml` beyond the settings that every site has. */
export type PublicSettings = Registered<'settings', unknown>
