// How many edits of each kind there were, how many more the generator refused, and how many
// addresses each receiver was sent for them.

import type { Lists } from './recorder.ts'

type Total = { edits: number; refused: number; indexnow: number; baidu: number; cloudflare: number; webhook: number }
const RECEIVERS = ['indexnow', 'baidu', 'cloudflare', 'webhook'] as const
const none = (): Total => ({ edits: 0, refused: 0, indexnow: 0, baidu: 0, cloudflare: 0, webhook: 0 })

export class Totals {
  private readonly kinds = new Map<string, Total>()
  private readonly all = none()

  add(kind: string, { indexnow, baidu, cloudflare, added, changed, ended }: Lists) {
    for (const sum of this.sums(kind)) {
      sum.edits += 1
      sum.indexnow += indexnow.length
      sum.baidu += baidu.length
      sum.cloudflare += cloudflare.length
      sum.webhook += added.length + changed.length + ended.length
    }
  }

  /** Counts an edit that the generator refused. */
  refuse(kind: string) {
    for (const sum of this.sums(kind)) sum.refused += 1
  }

  /** The sums of a kind, and of all. */
  private sums(kind: string): Total[] {
    const total = this.kinds.get(kind) ?? none()
    this.kinds.set(kind, total)
    return [total, this.all]
  }

  /** How far the edits are. */
  line(seconds: number): string {
    const { edits, refused } = this.all
    const sent = RECEIVERS.map((name) => `${name} ${this.all[name]}`).join(', ')
    return `${edits} edits, ${refused} more refused; addresses sent: ${sent}; ${seconds.toFixed(0)} s, ${(seconds / edits).toFixed(1)} s each`
  }

  /** For docs/benchmarks.md. */
  table(): string {
    const head = ['kind of edit', 'edits', 'refused', ...RECEIVERS]
    const row = (name: string, total: Total) => [
      name,
      total.edits,
      total.refused,
      ...RECEIVERS.map((receiver) => total[receiver]),
    ]
    const rows = [...this.kinds].toSorted().map(([kind, total]) => row(kind, total))
    return [head, ['---', ...head.slice(1).map(() => '---:')], ...rows, row('all', this.all)]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n')
  }
}
