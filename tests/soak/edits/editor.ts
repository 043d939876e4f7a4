// Random edits of any site: draws kinds by their weights until one finds its place.

import type { Chance } from './chance.ts'

/** Two or three edits before one build. */
export const SEVERAL = 'several'

export type Edit = { kind: string; done: string }

export abstract class Editor<Kind extends string = string> {
  protected readonly chance: Chance
  /** How often a kind comes, of the sum of all; `several` is one of them. */
  protected abstract readonly weights: Record<Kind | typeof SEVERAL, number>
  /** Kinds that change no page's own content. */
  abstract readonly silent: readonly string[]
  /** Kinds that may make the content wrong; the generator takes all others. */
  readonly refusable: readonly string[] = []

  constructor(chance: Chance) {
    this.chance = chance
  }

  /** Makes an edit of this kind and describes it; undefined: the site has no place for it now. */
  protected abstract make(kind: Kind): string | undefined

  /** One random edit. */
  edit(): Edit {
    return this.draw()
  }

  /** Undoes the last edit, which the generator refused. */
  takeBack() {
    throw new Error('no edit of this site can be taken back')
  }

  private draw(): Edit {
    for (;;) {
      const kind = this.chance.weighted(this.weights)
      if (kind === SEVERAL) {
        const singles = Array.from({ length: 2 + this.chance.below(2) }, () => this.draw())
        return { kind, done: singles.map(({ done }) => done).join('; ') }
      }
      const done = this.make(kind as Kind)
      if (done !== undefined) return { kind, done }
    }
  }
}
