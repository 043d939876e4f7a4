// One supplier, with all that is known, and the way back to the list.

import { Trans, useLingui } from '@lingui/react/macro'
import { type Feishu, FeishuFailed, getSupplier, type SupplierDetail } from '@portico/app/members'
import { ArrowLink, Waiting } from '@portico/app/ui'
import { useEffect, useRef } from 'react'
import { Facts } from '#/ui/Facts/Facts.tsx'
import { type SupplierAddress, writeAddress } from './supplier-address.ts'
import styles from './supplier-detail.module.css'
import { useAnswer } from './use-answer.ts'
import { useStatusLabel } from './use-status-label.ts'

export type SupplierDetailViewProps = { address: SupplierAddress; call: Feishu['call']; live: boolean }

export function SupplierDetailView({ address, call, live }: SupplierDetailViewProps) {
  const { t } = useLingui()
  const { id } = address
  const { value, error, waiting, retry } = useAnswer(live ? id : '', (signal) =>
    call((options) => getSupplier(id, { ...options, signal })),
  )
  return (
    <section className={styles.detail} aria-label={t`Supplier`} aria-busy={waiting}>
      <p>
        <ArrowLink href={writeAddress({ ...address, id: '' })} direction="back">
          <Trans>Back to the list</Trans>
        </ArrowLink>
      </p>
      {error !== undefined && !waiting && <FeishuFailed error={error} onRetry={retry} />}
      {waiting && (
        <Waiting>
          <Trans>Opening the supplier…</Trans>
        </Waiting>
      )}
      {value !== undefined && error === undefined && !waiting && <Known supplier={value} />}
    </section>
  )
}

function Known({ supplier }: { supplier: SupplierDetail }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The list may be gone: readers with a screen reader or a keyboard continue here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each supplier.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [supplier.id])
  const facts = useFacts(supplier)
  return (
    <>
      <h2 className={styles.name} ref={heading} tabIndex={-1}>
        {supplier.name}
      </h2>
      {supplier.otherNames.map((name) => (
        <p className={styles.other} key={name}>
          {name}
        </p>
      ))}
      <Facts items={facts} />
    </>
  )
}

function useFacts(supplier: SupplierDetail) {
  const { t, i18n } = useLingui()
  const status = useStatusLabel()
  const { category, city, products, certificates, founded, staff, contactEmail } = supplier
  const facts = [
    { label: t`Status`, value: status(supplier.status) },
    { label: t`Trade`, value: category },
    { label: t`Place`, value: city },
    { label: t`Products`, value: products },
    { label: t`Certified`, value: certificates.join(' · ') },
    { label: t`Founded`, value: founded === undefined ? '' : String(founded) },
    { label: t`Staff`, value: staff === undefined ? '' : i18n.number(staff) },
    { label: t`E-mail`, value: contactEmail === undefined ? '' : <a href={`mailto:${contactEmail}`}>{contactEmail}</a> },
  ]
  return facts.filter(({ value }) => value !== '')
}
