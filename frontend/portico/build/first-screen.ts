// The style sheet as the generator needs it to put the rules of a page into its document: each rule
// with the elements that it is for, and whether it sets text in a web face.
//
// A rule needs tags, classes and attributes in the markup. If a selector is too complex to decide,
// the rule needs fewer than it could, and is put into more documents than necessary. The whole
// sheet comes after the first paint in any case, so no rule is lost.

import postcss, { type AtRule, type ChildNode, type Container, type Rule } from 'postcss'
import parse, { type Attribute, type Node, type Selector } from 'postcss-selector-parser'

/**
 * Each of these must be present: one of several tags, classes (`.k3a`) and attributes (`[open]`,
 * `[type=text]`).
 */
type Needs = string[][]

export type FirstRule = {
  css: string
  /** Custom properties, if the rule has only such; `css` is then its selector. */
  custom?: string[]
  /** The at-rules around it, the outermost first: `@media (min-width:768px)`. */
  within: string[]
  /** Needs of each of its selectors; none: every document has it. */
  needs: Needs[]
  /** Whether it sets text in a web face; none: it sets no face. */
  face?: boolean
  /** Needs of the element itself, by selector; where it sets a face. */
  subjects?: Needs[]
}

/** States in which no page begins, and parts that no first paint shows. */
const LATER =
  /^:{1,2}(hover|active|focus|focus-visible|focus-within|selection|backdrop|autofill|-webkit-autofill|target|popover-open)$/

/** Elements of every document. */
const EVERYWHERE = new Set(['html', 'body', '*'])

/** Attributes that scripts and languages set on the root. */
const ROOT_ATTRIBUTES = new Set(['lang', 'dir', 'data-theme'])

/** The rules of `sheet` that a first paint may need; `families` are the web faces. */
export function firstRules(sheet: string, families: readonly string[]): FirstRule[] {
  const root = postcss.parse(sheet)
  const isWeb = webFaces(root, families)
  const rules: FirstRule[] = []
  const visit = (container: Container<ChildNode>, within: string[]) => {
    for (const node of container.nodes ?? []) {
      if (node.type === 'rule') {
        const needs = needsOf(node)
        if (needs !== undefined) rules.push({ ...writtenOf(node), within, needs, ...faceOf(node, isWeb) })
      } else if (node.type === 'atrule') {
        if (node.name === 'media' && /^print\b/.test(node.params)) continue
        if (isGroup(node)) visit(node, [...within, `@${node.name} ${node.params}`])
        else rules.push({ css: textOf(node), within, needs: [] })
      }
    }
  }
  visit(root, [])
  return rules
}

function isGroup(node: AtRule): boolean {
  return node.nodes !== undefined && ['media', 'supports', 'layer', 'container'].includes(node.name)
}

function textOf(node: Rule | AtRule): string {
  return node.toString().trim()
}

function writtenOf(rule: Rule): Pick<FirstRule, 'css' | 'custom'> {
  const isCustom = rule.nodes.every((node) => node.type === 'decl' && node.prop.startsWith('--'))
  return isCustom ? { css: rule.selector, custom: rule.nodes.map(String) } : { css: textOf(rule) }
}

/** Needs of each selector of a rule; undefined if no first paint shows any of them. */
function needsOf(rule: Rule): Needs[] | undefined {
  // A step of an animation is part of its at-rule.
  const shown = shownSelectors(rule)
  if (shown.length === 0) return undefined
  return shown.some(({ needs }) => needs.length === 0) ? [] : shown.map(({ needs }) => needs)
}

/** The selectors that a first paint may show, with their needs and those of the element itself. */
function shownSelectors(rule: Rule): { needs: Needs; subject: Needs }[] {
  return parse()
    .astSync(rule.selector)
    .nodes.flatMap((selector) => {
      const needs = needsOfSelector(selector.nodes)
      if (needs === undefined) return []
      const last = selector.nodes.findLastIndex(({ type }) => type === 'combinator')
      return [{ needs, subject: needsOfSelector(selector.nodes.slice(last + 1)) ?? [] }]
    })
}

function needsOfSelector(nodes: readonly Node[]): Needs | undefined {
  const all: Needs = []
  for (const node of nodes) {
    const needs = needsOfNode(node)
    if (needs === undefined) return undefined
    all.push(...needs)
  }
  return all
}

function needsOfNode(node: Node): Needs | undefined {
  switch (node.type) {
    case 'tag':
      return EVERYWHERE.has(node.value) ? [] : [[node.value]]
    case 'class':
      return node.value === 'js' ? [] : [[`.${node.value}`]]
    case 'attribute':
      return ROOT_ATTRIBUTES.has(node.attribute) ? [] : [[attributeOf(node)]]
    case 'pseudo':
      return needsOfPseudo(node.value, node.nodes)
    default:
      return []
  }
}

/** `[open]`, or `[type=text]` where only this value matters. */
function attributeOf({ attribute, operator, value, insensitive }: Attribute): string {
  return operator === '=' && !insensitive ? `[${attribute}=${value}]` : `[${attribute}]`
}

function needsOfPseudo(name: string, selectors: Selector[]): Needs | undefined {
  if (LATER.test(name)) return undefined
  if (name !== ':is' && name !== ':where') return []
  const each = selectors.map(({ nodes }) => needsOfSelector(nodes)).filter((needs) => needs !== undefined)
  if (each.length === 0) return undefined
  // One of them is enough; of each the most specific part.
  const first = each.map((needs) => needs.findLast((any) => any.some((one) => one.startsWith('.'))) ?? needs.at(-1))
  return first.some((any) => any === undefined) ? [] : [first.flatMap((any) => any ?? [])]
}

/**
 * Returns a test whether the value of a property leads to a web face, by its name or through custom
 * properties.
 */
function webFaces(root: Container<ChildNode>, families: readonly string[]): (value: string) => boolean {
  const custom = new Set<string>()
  const isWeb = (value: string) =>
    [...value.matchAll(/var\((--[\w-]+)/g)].some(([, name]) => custom.has(name ?? '')) ||
    families.some((family) => value.includes(family))
  for (let size = -1; size < custom.size; ) {
    size = custom.size
    root.walkDecls(/^--/, ({ prop, value }) => {
      if (isWeb(value)) custom.add(prop)
    })
  }
  return isWeb
}

function faceOf(rule: Rule, isWeb: (value: string) => boolean): Pick<FirstRule, 'face' | 'subjects'> {
  let face: boolean | undefined
  rule.each((node) => {
    if (node.type !== 'decl' || !/^font(-family)?$/.test(node.prop)) return
    if (!/^(inherit|unset)$/.test(node.value)) face = isWeb(node.value)
  })
  return face === undefined ? {} : { face, subjects: shownSelectors(rule).map(({ subject }) => subject) }
}
