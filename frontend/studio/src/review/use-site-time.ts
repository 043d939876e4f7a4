// Times as a clock of the site shows them.

import { useLingui } from '@lingui/react'
import { siteTime } from '../lib/site-time.ts'
import { useStudio } from '../state/store.ts'

/** Writes a time of the server in the zone of the site. */
export function useSiteTime(): (time: string) => string {
  const { i18n } = useLingui()
  const zone = useStudio((state) => state.info?.timeZone ?? 'UTC')
  return (time) => siteTime(new Date(time), zone, i18n.locale)
}
