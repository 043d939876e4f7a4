// The registered owner, and the numbers under which the site is filed: each leads to its register,
// as the rules ask.

import { usePage, useSite } from '@portico/app/page'
import styles from './filings.module.css'

const ICP_REGISTER = 'https://beian.miit.gov.cn/'
const POLICE_REGISTER = 'https://beian.mps.gov.cn/#/query/webSearch?code='

export function Filings() {
  const { locale } = usePage()
  const { legalName, filing } = useSite()
  const { icp, icpLicence, publicSecurity, badge } = filing
  return (
    <ul className={styles.filings}>
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
            {badge !== undefined && <img src={badge} alt="" width={16} height={16} />}
            {publicSecurity}
          </a>
        </li>
      )}
    </ul>
  )
}
