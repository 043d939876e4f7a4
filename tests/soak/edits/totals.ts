// How many edits of each kind there were, and how many addresses each receiver was sent for them.

import type { Kind } from './kinds.ts'
import type { Lists } from './recorder.ts'

type Total = { edits: number; indexnow: number; baidu: number; cloudflare: number; webhook: number }
const RECEIVERS = ['indexnow', 'baidu', 'cloudflare', 'webhook'] as const
const none = (): Total => ({ edits: 0, indexnow: 0, baidu: 0, cloudflare: 0, webhook: 0 })

export class Totals {
  private readonly kinds = new Map<string, Total>()
  private readonly all = none()

  add(kind: Kind, { indexnow, baidu, cloudflare, added, changed, ended }: Lists) {
    const total = this.kinds.get(kind) ?? none()
    this.kinds.set(kind, total)
    for (const sum of [total, this.all]) {
      sum.edits += 1
      sum.indexnow += indexnow.length
      sum.baidu += baidu.length
      sum.cloudflare += cloudflare.length
      sum.webhook += added.length + changed.length + ended.length
    }
  }

  /** How far the edits are. */
  line(seconds: number): string {
    const { edits } = this.all
    const sent = RECEIVERS.map((name) => `${name} ${this.all[name]}`).join(', ')
    return `${edits} edits; addresses sent: ${sent}; ${seconds.toFixed(0)} s, ${(seconds / edits).toFixed(1)} s each`
  }

  /** For docs/benchmarks.md. */
  table(): string {
    const head = ['kind of edit', 'edits', ...RECEIVERS]
    const row = (name: string, total: Total) => [name, total.edits, ...RECEIVERS.map((receiver) => total[receiver])]
    const rows = [...this.kinds].toSorted().map(([kind, total]) => row(kind, total))
    return [head, ['---', ...head.slice(1).map(() => '---:')], ...rows, row('all', this.all)]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n')
  }
}
