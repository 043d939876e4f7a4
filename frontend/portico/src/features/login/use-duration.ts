// A waiting time in words: seconds up to two minutes, then minutes.

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

/** From here on minutes are exact enough, in seconds. */
const MINUTES_FROM = 120

export function useDuration(seconds: number): string {
  const { t } = useLingui()
  const minutes = Math.ceil(seconds / 60)
  return seconds < MINUTES_FROM
    ? t`${plural(seconds, { one: '# second', other: '# seconds' })}`
    : t`${plural(minutes, { one: '# minute', other: '# minutes' })}`
}
