// The last lines of a page: that this is a sample, whose it is, the numbers under which the site is filed (each leads to the
// register that holds it, as the rules ask), and the agreements.

import { usePage, useSite } from '#/app/page.tsx'
import { Agreements } from './agreements.tsx'
import styles from './filings.module.css'

const ICP_REGISTER = 'https://beian.miit.gov.cn/'
const POLICE_REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch?code='

export function Filings() {
  const { locale } = usePage()
  const { notice, legalName, filing } = useSite()
  return (
    <div className={styles.filings}>
      <p className={styles.notice}>{notice[locale]}</p>
      <ul className={styles.list}>
        <li>{legalName[locale]}</li>
        <li>
          <a href={ICP_REGISTER} rel="external noopener" lang="zh-CN">
            {filing.icp}
          </a>
        </li>
        <li>
          <a href={POLICE_REGISTER + filing.publicSecurity.replace(/\D/gu, '')} rel="external noopener" lang="zh-CN">
            {filing.publicSecurity}
          </a>
        </li>
        <Agreements />
      </ul>
    </div>
  )
}
