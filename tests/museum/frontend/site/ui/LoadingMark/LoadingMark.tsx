// Work is under way: after 300 ms, a line that crosses the top of the page once and stays until the
// work is done. Nothing loops.

import { useLingui } from '@lingui/react/macro'
import styles from './LoadingMark.module.css'

export function LoadingMark({ shown }: { shown: boolean }) {
  const { t } = useLingui()
  return (
    <div className={styles.mark} data-shown={shown ? 'true' : 'false'} role="status">
      {shown && <span className={styles.words}>{t`Loading`}</span>}
    </div>
  )
}
