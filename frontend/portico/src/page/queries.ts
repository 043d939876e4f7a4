// Questions about content, typed by the site's schemas, and the types of their answers.
//
// A field that the schemas do not know is a type error where a site asks for it. Fields of a
// reference are reached by a dot: `industry.name`.

import type { Collection, Entry, Field, Filter, List, Neighbours, SortField, WrittenField } from '#/content.ts'
import type { BodyHtml, Formatted, Json, Metadata, Picture } from '#/contract.ts'

type EntryQuery<C, F> = { query: 'entry'; collection: C; slug: string; fields: F[] }
type ListQuery<C, F> = ListOptions & { query: 'list'; collection: C; fields: F[] }
type RelatedQuery<C, F> = { query: 'related'; collection: C; slug: string; by: string[]; limit: number; fields: F[] }
type NeighboursQuery<C, F> = { query: 'neighbours'; collection: C; slug: string; sort: string[]; fields: F[] }
type LatestQuery<C, F> = { query: 'latest'; collection: C; limit: number; fields: F[] }

type ListOptions<Sort = string, Equal = { [field: string]: Json }> = {
  /** Fields to sort by, `-` first for descending. */
  sort: Sort[]
  /** Field → value that must be equal; `:id` is the route's parameter. */
  filter?: Equal
  pageSize?: number
  limit?: number
}

export function entry<C extends Collection, F extends Field<C>>(collection: C, slug: string, ...fields: F[]): EntryQuery<C, F> {
  return { query: 'entry', collection, slug, fields }
}

export function list<C extends Collection, F extends Field<C>>(
  collection: C,
  options: ListOptions<SortField<C>, Filter<C>>,
  ...fields: F[]
): ListQuery<C, F> {
  return { query: 'list', collection, ...(options as ListOptions), fields }
}

export function related<C extends Collection, F extends Field<C>>(
  collection: C,
  by: WrittenField<C>[],
  limit: number,
  ...fields: F[]
): RelatedQuery<C, F> {
  return { query: 'related', collection, slug: ':id', by, limit, fields }
}

/** The entries beside the page's own, in the order `sort`. */
export function neighbours<C extends Collection, F extends Field<C>>(
  collection: C,
  sort: SortField<C>[],
  ...fields: F[]
): NeighboursQuery<C, F> {
  return { query: 'neighbours', collection, slug: ':id', sort, fields }
}

export function latest<C extends Collection, F extends Field<C>>(
  collection: C,
  limit: number,
  ...fields: F[]
): LatestQuery<C, F> {
  return { query: 'latest', collection, limit, fields }
}

/** Answer of a query. */
export type Answer<Q> =
  Q extends EntryQuery<infer C extends Collection, infer F>
    ? Entry<C, F & Field<C>>
    : Q extends ListQuery<infer C extends Collection, infer F>
      ? List<C, F & Field<C>>
      : Q extends RelatedQuery<infer C extends Collection, infer F> | LatestQuery<infer C extends Collection, infer F>
        ? Entry<C, F & Field<C>>[]
        : Q extends NeighboursQuery<infer C extends Collection, infer F>
          ? Neighbours<C, F & Field<C>>
          : never

/** The answers to a route's queries: query name → answer. */
export type Answers<Queries> = { [Name in keyof Queries]: Answer<Queries[Name]> }

/** Dotted places at which an answer has a value of the type `Value`: `entry.title`. */
type Place<Data, Value> = {
  [Name in keyof Data & string]-?: PlaceOf<Name, NonNullable<Data[Name]>, Value>
}[keyof Data & string]

type PlaceOf<Name extends string, Found, Value> = (Found extends Value ? Name : never) | PlaceBelow<Name, Found, Value>

// An item of a list has no place, and a body is not a text.
type PlaceBelow<Name extends string, Found, Value> = Found extends readonly unknown[] | BodyHtml | string | number | boolean
  ? never
  : `${Name}.${Place<Found, Value>}`

/** Values that documents take from answers as texts. */
type Text = string | number | Formatted<string | number>

/**
 * The metadata of each route that has queries, by id. A missing route, and a place that its answers
 * do not have, are type errors.
 */
export type MetadataOf<Queries> = {
  [Id in keyof Queries]: Omit<Metadata, 'title' | 'description' | 'image'> & {
    title: Place<Answers<Queries[Id]>, Text>
    description?: Place<Answers<Queries[Id]>, Text>
    image?: Place<Answers<Queries[Id]>, Picture>
  }
}
