// Draws of one random edit: the same for the same seed.

export class Chance {
  private readonly fraction: () => number
  /** Makes words and names that are never the same twice. */
  private count = 0

  constructor(fraction: () => number) {
    this.fraction = fraction
  }

  below(limit: number): number {
    return Math.floor(this.fraction() * limit)
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('picked from an empty list')
    return picked
  }

  /** A name with its weight, as often as its share of the sum. */
  weighted<Name extends string>(weights: Record<Name, number>): Name {
    const names = Object.entries(weights) as [Name, number][]
    let left = this.below(names.reduce((sum, [, weight]) => sum + weight, 0))
    for (const [name, weight] of names) {
      if (left < weight) return name
      left -= weight
    }
    throw new Error('no name has a weight')
  }

  number(): number {
    this.count += 1
    return this.count
  }

  words(): string {
    return `edited ${this.number()} & <${this.below(1_000)}>`
  }

  /** Mostly a day among the others, often one of the newest. */
  day(): string {
    const day = Date.UTC(2015, 0, 1) + this.below(3_900) * 86_400_000
    const newest = Date.UTC(2026, 5, 1) + this.below(120) * 86_400_000
    return new Date(this.below(2) === 0 ? day : newest).toISOString().slice(0, 10)
  }
}
