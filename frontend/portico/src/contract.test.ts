// Golden files against the generated types: what Rust writes and reads, a type of the browser
// allows. The parts that contract.ts adds by hand are compared with the files key by key.

import { readdirSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import type { UserInfo } from '#/api/calls.ts'
import { BODY_TOKEN, type ResultsParts } from '#/contract.ts'

/** Every key of a type, and whether it may be missing: the compiler compares this with the type. */
type Shape<T> = { [K in keyof T]-?: undefined extends T[K] ? 'optional' : 'required' }

const golden = new URL('../../../contract/tests/golden/', import.meta.url)
const read = (name: string) => JSON.parse(readFileSync(new URL(name, golden), 'utf8'))

const resultsParts: Shape<ResultsParts> = {
  title: 'required',
  question: 'required',
  answer: 'required',
  found: 'required',
  nothing: 'required',
  limited: 'required',
  failed: 'required',
  didYouMean: 'required',
  kinds: 'required',
  kind: 'required',
  chosenKind: 'required',
  hits: 'required',
  hit: 'required',
  date: 'required',
  passage: 'required',
  plainPassage: 'required',
  mark: 'required',
  pager: 'required',
  previous: 'required',
  next: 'required',
}
const userInfo: Shape<UserInfo> = { name: 'required', email: 'required', roles: 'required' }

/** Golden file → its type. */
const TYPES = {
  'hello.json': 'Hello',
  'inline-state.json': 'InlineState',
  'latest.json': 'Latest',
  'meta.json': 'Meta',
  'page-input.json': 'PageInput',
  'payload-file.json': 'PayloadFile',
  'refusals-file.json': 'RefusalsFile',
  'rendered-error.json': 'Rendered',
  'rendered-file-error.json': 'Rendered',
  'rendered-files.json': 'Rendered',
  'rendered.json': 'Rendered',
  'results-file.json': 'ResultsFile',
  'site-frame.json': 'SiteFrame',
}

/** Golden files without a type in contract.gen.ts; most are for generator, gateway and origin. */
const OTHERS = [
  'control-answers.json',
  'control-events.json',
  'control-requests.json',
  'enumerations.json',
  'envelope-user-info.json',
  'form-cases.json',
  'history.json',
  'index.json',
  'origin-data.json',
  'preview.json',
  'search-page.json',
  'shard.json',
]

describe('contract', () => {
  it.each(Object.entries(TYPES))('%s has the shape of the generated type %s', (file, type) => {
    expect(faults(read(file), named(type))).toEqual([])
  })

  it.each([
    ['a field that the type does not have', { name: 'a', size: 1, more: 1 }, ['more: unknown']],
    ['a missing field', { name: 'a' }, ['size: missing']],
    ['a value of another kind', { name: 'a', size: '1' }, ['size: not a number']],
    ['null', { name: null, size: 1 }, ['name: not a string']],
  ])('%s is found', (_, value, found) => {
    expect(faults(value, named('RenderedFile'))).toEqual(found)
  })

  it('knows every golden file there is', () => {
    expect(readdirSync(golden).sort()).toEqual([...Object.keys(TYPES), ...OTHERS].sort())
  })

  it('names all parts of a results page', () => {
    fits(read('results-file.json').parts, resultsParts)
  })

  it('has the body of a page’s input as a token', () => {
    const input = read('page-input.json')
    expect(input.payload.data.entry.body).toMatch(new RegExp(`^${BODY_TOKEN}[0-9a-f]{32}$`))
  })

  it('has a user in the envelope of calls', () => {
    const value = read('envelope-user-info.json')
    expect(Object.keys(value).sort()).toEqual(['code', 'data', 'msg'])
    fits(value.data, userInfo)
  })
})

function fits(value: any, shape: object): void {
  const known = Object.entries(shape)
  expect(known.map(([key]) => key)).toEqual(expect.arrayContaining(Object.keys(value)))
  const required = known.filter(([, presence]) => presence === 'required').map(([key]) => key)
  expect(Object.keys(value)).toEqual(expect.arrayContaining(required))
}

const generated = readFileSync(new URL('contract.gen.ts', import.meta.url), 'utf8')
const declared = new Map(
  parseSync('contract.gen.ts', generated).program.body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
    return declaration?.type === 'TSTypeAliasDeclaration' ? [[declaration.id.name, declaration.typeAnnotation]] : []
  }),
)

function named(name: string): ESTree.TSType {
  const type = declared.get(name)
  if (type === undefined) throw new Error(`contract.gen.ts has no type ${name}`)
  return type
}

/** Places at which `value` is not of the type, each with the reason. */
function faults(value: any, type: ESTree.TSType, place = ''): string[] {
  const is = (right: boolean, kind: string) => (right ? [] : [`${place}: not ${kind}`])
  const inside = (key: string | number) => (place === '' ? String(key) : `${place}.${key}`)
  switch (type.type) {
    case 'TSStringKeyword':
      return is(typeof value === 'string', 'a string')
    case 'TSNumberKeyword':
      return is(typeof value === 'number', 'a number')
    case 'TSBooleanKeyword':
      return is(typeof value === 'boolean', 'a boolean')
    case 'TSNullKeyword':
      return is(value === null, 'null')
    case 'TSLiteralType':
      return is(value === (type.literal as { value?: unknown }).value, 'the literal')
    case 'TSTupleType':
      if (value?.length !== type.elementTypes.length) return is(false, 'a tuple of this length')
      return type.elementTypes.flatMap((element, index) => faults(value[index], element as ESTree.TSType, inside(index)))
    case 'TSMappedType':
      if (Object(value) !== value || Array.isArray(value)) return is(false, 'an object')
      return Object.entries(value).flatMap(([key, item]) => faults(item, type.typeAnnotation!, inside(key)))
    case 'TSUnionType': {
      const tries = type.types.map((option) => faults(value, option, place))
      return tries.some((found) => found.length === 0) ? [] : tries.sort((a, b) => a.length - b.length)[0]!
    }
    case 'TSTypeReference': {
      const name = (type.typeName as ESTree.IdentifierReference).name
      if (name === 'Array' && !Array.isArray(value)) return is(false, 'an array')
      if (name === 'Array')
        return value.flatMap((item: any, index: number) => faults(item, type.typeArguments!.params[0]!, inside(index)))
      // The other names are of enumerations and languages, which are strings.
      return declared.has(name) ? faults(value, named(name), place) : is(typeof value === 'string', 'a string')
    }
    case 'TSTypeLiteral': {
      if (Object(value) !== value || Array.isArray(value)) return is(false, 'an object')
      const fields = new Map(type.members.map((member) => [fieldName(member), member as ESTree.TSPropertySignature]))
      const unknown = Object.keys(value).filter((key) => !fields.has(key))
      const known = [...fields].flatMap(([key, field]) => {
        if (key in value) return faults(value[key], field.typeAnnotation!.typeAnnotation, inside(key))
        return field.optional ? [] : [`${inside(key)}: missing`]
      })
      return [...unknown.map((key) => `${inside(key)}: unknown`), ...known]
    }
    default:
      throw new Error(`${place}: a type of the kind ${type.type}`)
  }
}

function fieldName(member: ESTree.TSSignature): string {
  const { key } = member as ESTree.TSPropertySignature
  return key.type === 'Literal' ? String(key.value) : (key as ESTree.IdentifierName).name
}
