// The results of a search: a line each, and a link to more.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { SupplierList as Found, SupplierSummary } from '@portico/app/members'
import { ArrowLink, Empty } from '@portico/app/ui'
import { type SupplierAddress, writeAddress } from './supplier-address.ts'
import styles from './supplier-list.module.css'
import { useStatusLabel } from './use-status-label.ts'

export type SupplierListProps = { found: Found; address: SupplierAddress; waiting: boolean }

export function SupplierList({ found, address, waiting }: SupplierListProps) {
  if (found.total === 0) {
    return (
      <div role="status">
        <Empty title={<Trans>No supplier fits.</Trans>}>
          <Trans>Try a shorter word, or another status. Whoever is missing is added by the portfolio team.</Trans>
        </Empty>
      </div>
    )
  }
  return (
    <>
      <p className={styles.count} role="status">
        <Plural value={found.total} one="# supplier" other="# suppliers" />
      </p>
      <ul className={styles.list} aria-busy={waiting}>
        {found.items.map((supplier) => (
          <SupplierRow supplier={supplier} address={address} key={supplier.id} />
        ))}
      </ul>
      <SupplierPages found={found} address={address} />
    </>
  )
}

function SupplierRow({ supplier, address }: { supplier: SupplierSummary; address: SupplierAddress }) {
  const label = useStatusLabel()
  const open = supplier.id === address.id
  const place = [supplier.category, supplier.city].filter((text) => text !== '').join(' · ')
  return (
    <li>
      <a className={styles.row} href={writeAddress({ ...address, id: supplier.id })} aria-current={open ? 'true' : undefined}>
        <span className={styles.name}>{supplier.name}</span>
        <span className={styles.place}>{place}</span>
        <span className={styles.status} data-status={supplier.status}>
          {label(supplier.status)}
        </span>
      </a>
    </li>
  )
}

function SupplierPages({ found: { page, pages }, address }: { found: Found; address: SupplierAddress }) {
  const { t } = useLingui()
  if (pages < 2) return null
  const to = (number: number) => writeAddress({ query: address.query, status: address.status, page: number })
  return (
    <nav className={styles.pages} aria-label={t`Pages`}>
      <span>
        {page > 1 && (
          <ArrowLink href={to(page - 1)} direction="back" rel="prev">
            <Trans>Back</Trans>
          </ArrowLink>
        )}
      </span>
      <span className={styles.place}>
        <Trans>
          Page {page} of {pages}
        </Trans>
      </span>
      <span>
        {page < pages && (
          <ArrowLink href={to(page + 1)} rel="next">
            <Trans>On</Trans>
          </ArrowLink>
        )}
      </span>
    </nav>
  )
}
