// The search: words, and a status. Both are put into the address.

import { Trans, useLingui } from '@lingui/react/macro'
import { useTypedText } from '@portico/app/forms'
import { supplierStatusValues } from '@portico/app/members'
import { Button, Hidden } from '@portico/app/ui'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { type SupplierAddress, writeAddress } from './supplier-address.ts'
import styles from './supplier-search.module.css'
import { useStatusLabel } from './use-status-label.ts'

export function SupplierSearch({ address }: { address: SupplierAddress }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const label = useStatusLabel()
  const { text: words, type, forget } = useTypedText('suppliers', address.query)
  const search = (event: FormEvent) => {
    event.preventDefault()
    forget()
    void navigate({ search: writeAddress({ query: words.trim(), status: address.status }) }, { preventScrollReset: true })
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: `search` is younger than browsers that the site keeps. */}
      <form className={styles.form} role="search" onSubmit={search}>
        <label className={styles.field}>
          <Hidden>
            <Trans>Supplier</Trans>
          </Hidden>
          <input
            className={styles.input}
            name="query"
            type="search"
            maxLength={100}
            placeholder={t`Name, trade or city`}
            value={words}
            onChange={(event) => type(event.target.value)}
          />
        </label>
        <Button type="submit" variant="primary" size="large">
          <Trans>Search</Trans>
        </Button>
      </form>
      <nav className={styles.statuses} aria-label={t`Status`}>
        {(['', ...supplierStatusValues] as const).map((status) => (
          <a
            key={status}
            className={styles.status}
            href={writeAddress({ query: address.query, status })}
            aria-current={status === address.status ? 'true' : undefined}
          >
            {status === '' ? <Trans>All</Trans> : label(status)}
          </a>
        ))}
      </nav>
    </>
  )
}
