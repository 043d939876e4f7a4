// The last lines of a page: that this is a sample, its owner, the numbers under which the site is
// filed (each leads to the register that holds it, as the rules ask), and the agreements.

import { usePage, useSite } from '@portico/app/page'
import { ThemeSwitch } from '@portico/app/ui'
import { Agreements } from './agreements.tsx'
import styles from './filings.module.css'

const ICP_REGISTER = 'https://beian.miit.gov.cn/'
const FUND_REGISTER = 'https://gs.amac.org.cn/amac-infodisc/res/pof/manager/index.html'
const POLICE_REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch?code='

export function Filings() {
  const { locale } = usePage()
  const { notice, legalName, filing } = useSite()
  const { icp, icpLicence, publicSecurity, badge, fundManager } = filing
  return (
    <div className={styles.filings}>
      <p className={styles.notice}>{notice[locale]}</p>
      <ul className={styles.list}>
        <li>{legalName[locale]}</li>
        {icp !== undefined && (
          <li>
            <a href={ICP_REGISTER} rel="external noopener" lang="zh-CN">
              {icp}
            </a>
          </li>
        )}
        {icpLicence !== undefined && <li lang="zh-CN">{icpLicence}</li>}
        {publicSecurity !== undefined && (
          <li>
            <a href={POLICE_REGISTER + publicSecurity.replace(/\D/gu, '')} rel="external noopener" lang="zh-CN">
              {badge === undefined ? <Shield /> : <img src={badge} alt="" width={16} height={16} />}
              {publicSecurity}
            </a>
          </li>
        )}
        {fundManager !== undefined && (
          <li>
            <a href={FUND_REGISTER} rel="external noopener">
              {fundManager[locale]}
            </a>
          </li>
        )}
      </ul>
      <ul className={styles.list}>
        <Agreements />
      </ul>
      <ThemeSwitch />
    </div>
  )
}

/** Replaces the register's badge, which it alone may issue: a shield of our own. */
const Shield = () => (
  <svg viewBox="0 0 16 16" width={16} height={16} fill="none" stroke="currentColor" aria-hidden="true">
    <path d="m8 1.5 5.5 2V8c0 3-2 5.3-5.5 6.5C4.5 13.3 2.5 11 2.5 8V3.5zM5.5 8l2 2 3.5-4" />
  </svg>
)
