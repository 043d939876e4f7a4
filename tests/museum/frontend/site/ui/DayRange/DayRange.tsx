// From the first day to the last one.

import type { Entry } from '@portico/app/page'

export type DayRangeProps = Entry<'exhibitions', 'opens' | 'closes'>

export function DayRange({ opens, closes }: DayRangeProps) {
  return (
    <>
      <time dateTime={opens.value}>{opens.text}</time> – <time dateTime={closes.value}>{closes.text}</time>
    </>
  )
}
