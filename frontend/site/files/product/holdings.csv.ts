// The holdings of the newest letter as a spreadsheet opens them: a row per company, in the letter's
// order, units in the header. The file has the access rules of its page: members only.

import { msg } from '@lingui/core/macro'
import type { FileMaker } from '@portico/app/worker'
import { csv } from '#/files/csv.ts'
import { multiple } from '#/labels/multiple.ts'
import type { PageData } from '#/queries.ts'

const holdings: FileMaker = ({ payload }, i18n) => {
  const { letters, companies } = payload.data as PageData<'product'>
  const [letter] = letters
  const million = i18n._(msg`million yuan`)
  const withUnit = (name: string, unit: string) => i18n._(msg`${name} (${unit})`)
  const header = [
    i18n._(msg`Company`),
    i18n._(msg`Industry`),
    withUnit(i18n._(msg`Cost`), million),
    withUnit(i18n._(msg`Value`), million),
    i18n._(msg`Multiple`),
    withUnit(i18n._(msg`IRR`), '%'),
    i18n._(msg`Note`),
  ]
  const rows = (letter?.holdings ?? []).map(({ company: slug, cost, value, irr }) => {
    const company = companies.items.find((candidate) => candidate.slug === slug)
    const change = letter?.changes?.find((candidate) => candidate.company === slug)
    return [
      company?.name ?? slug,
      company?.industry?.name ?? '',
      cost.value,
      value.value,
      multiple(value.value, cost.value) ?? '',
      irr.value,
      change?.text ?? '',
    ]
  })
  return csv([header, ...rows])
}

export default holdings
