// The page's figures as files. The generator makes them from the same figures and puts them beside
// the page.

import { Trans } from '@lingui/react/macro'
import { useHref } from '@portico/app/page'
import { Download } from '#/ui/Download/Download.tsx'
import styles from './downloads.module.css'

export function Downloads() {
  const folder = useHref()('financial')
  return (
    <p className={styles.downloads}>
      <Download href={`${folder}/figures.csv`} format={<Trans>CSV, for a spreadsheet</Trans>}>
        <Trans>The table</Trans>
      </Download>
      <Download href={`${folder}/figures.pdf`} format={<Trans>PDF, A4, for printing</Trans>}>
        <Trans>Table and charts</Trans>
      </Download>
    </p>
  )
}
