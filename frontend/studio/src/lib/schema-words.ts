// The titles and descriptions of schemas in the language of the studio.

import type { Collection, Schema, SchemaWords, StudioInfo } from '../api.ts'

/** The site, with its schemas in the words of a language, as far as they have them. */
export function translateSchemas(info: StudioInfo, language: string): StudioInfo {
  const translate = (collection: Collection): Collection => {
    const words = collection.words[language]
    return words === undefined ? collection : { ...collection, schema: applyWords(collection.schema, words) }
  }
  return { ...info, collections: info.collections.map(translate) }
}

/** A schema with words in place of its own. Words that have no place in it are left out. */
export function applyWords(schema: Schema, words: SchemaWords): Schema {
  const { title, description } = words
  return {
    ...schema,
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...applyToParts(schema, words),
  }
}

/** The schemas inside one, with their words. */
function applyToParts({ properties, items, additionalProperties: others }: Schema, words: SchemaWords): Schema {
  const parts: Schema = {}
  if (properties && words.properties) parts.properties = applyToEach(properties, words.properties)
  if (items && words.items) parts.items = applyWords(items, words.items)
  if (typeof others === 'object' && words.additionalProperties)
    parts.additionalProperties = applyWords(others, words.additionalProperties)
  return parts
}

function applyToEach(schemas: { [name: string]: Schema }, words: { [name: string]: SchemaWords }): { [name: string]: Schema } {
  const named = Object.entries(schemas).map(([name, schema]) => [name, applyWords(schema, words[name] ?? {})])
  return Object.fromEntries(named)
}
