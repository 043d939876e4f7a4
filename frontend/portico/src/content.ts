// Types of the query results of the route table, over the generated types of the collections.
//
//   Entry<'news', 'title' | 'date' | 'company.name'>   one entry with these fields
//   Entry<'shows', 'artists.name'>                     a list of references: artists: {name}[]
//   List<'news', 'title' | 'href'>                     a `list`: items and total; page and pages
//                                                      where it is paginated
//   Neighbours<'news', 'title' | 'href'>               a `neighbours`: the entries before and
//                                                      after, if there are any
//
// `related` and `latest` answer `Entry<…>[]`.

import type { Formatted, Json } from '#/contract.ts'
import type { Fields, References } from '#/register.ts'

/** The name of a collection. */
export type Collection = keyof Fields

type Reference<C extends Collection> = keyof References[C] & keyof Fields[C] & string
type Target<C extends Collection, R extends Reference<C>> = References[C][R] & Collection

/** The fields a query may name: an entry's own, and those of the entries it refers to. */
export type Field<C extends Collection> =
  | (keyof Fields[C] & string)
  | { [R in Reference<C>]: `${R}.${keyof Fields[Target<C, R>] & string}` }[Reference<C>]

/** Fields that no file has: the generator makes them for the page that shows them. */
type Made = 'href' | 'body' | 'headings'

/** Fields by whose values entries are sorted, filtered and related. */
export type WrittenField<C extends Collection> = Exclude<Field<C>, Made | `${string}.${Made}`>

/** A field to sort by, `-` first for descending. */
export type SortField<C extends Collection> = WrittenField<C> | `-${WrittenField<C>}`

/** Values that fields must be equal to: a list has one that is. `:id` is the route's parameter. */
export type Filter<C extends Collection> = { [F in WrittenField<C>]?: WrittenValue<ValueOf<C, F>> }

type ValueOf<C extends Collection, F extends string> = F extends `${infer R}.${infer Rest}`
  ? R extends Reference<C>
    ? Fields[Target<C, R>][Rest & keyof Fields[Target<C, R>]]
    : never
  : Fields[C][F & keyof Fields[C]]

/** A value as it is written in an entry, where `Shown` is its form in a payload. */
type WrittenValue<Shown> = unknown extends Shown
  ? Json
  : Shown extends Formatted<infer Value>
    ? WrittenValue<Value>
    : Shown extends readonly (infer Item)[]
      ? WrittenValue<Item>
      : Shown extends string
        ? Shown | `:${string}`
        : Extract<Shown, number | boolean>

type Own<C extends Collection, F extends string> = Pick<Fields[C], F & keyof Fields[C]>
type Behind<R extends string, F extends string> = F extends `${R}.${infer Rest}` ? Rest : never
type Named<C extends Collection, F extends string> = {
  [R in Reference<C>]: Behind<R, F> extends never ? never : R
}[Reference<C>]

/** `Item` in place of a slug, and a list of them in place of a list of slugs. */
type InPlace<Slugs, Item> = Slugs extends readonly (infer Slug)[] ? InPlace<Slug, Item>[] : Item

type Referred<C extends Collection, R extends Reference<C>, F extends string> = InPlace<
  NonNullable<Fields[C][R]>,
  Own<Target<C, R>, Behind<R, F>>
>

/** A list of references: an answer always has it, with the entries that visitors see. */
type Certain<C extends Collection, R extends Reference<C>> = Fields[C][R] extends readonly unknown[] ? R : never

/**
 * An entry with the fields `F`: `company.name` is found at `company: {name}`, which is missing
 * while visitors do not see that company, and `artists.name` of a list of references at `artists:
 * {name}[]`. Named with fields, a reference has no slug: `company` beside `company.name` changes
 * no answer.
 */
export type Entry<C extends Collection, F extends Field<C>> = Own<C, Exclude<F, Named<C, F>>> & {
  [R in Named<C, F> as Certain<C, R>]: Referred<C, R, F>
} & {
  [R in Named<C, F> as Exclude<R, Certain<C, R>>]?: Referred<C, R, F>
}

/** Answer of a `list` query. */
export type List<C extends Collection, F extends Field<C>> = {
  items: Entry<C, F>[]
  /** Entries in all, on every page together. */
  total: number
  /** The page shown, from 1; only of a list with a page size. */
  page?: number
  pages?: number
}

/** The answer to a `neighbours` query. */
export type Neighbours<C extends Collection, F extends Field<C>> = { before?: Entry<C, F>; after?: Entry<C, F> }
