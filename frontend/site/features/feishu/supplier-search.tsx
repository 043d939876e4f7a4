// Searches the suppliers at the origin, which answers members of the firm who came through Feishu
// and nobody else.

import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { api } from '@portico/app/api/client.ts'
import { ApiError } from '@portico/app/api/errors.ts'
import { Button } from '@portico/app/ui/Button/Button.tsx'
import { TextField } from '@portico/app/ui/Field/Field.tsx'
import { FormActions, FormLayout } from '@portico/app/ui/FormLayout/FormLayout.tsx'
import { Empty, Failed } from '@portico/app/ui/State/State.tsx'
import { Table } from '@portico/app/ui/Table/Table.tsx'
import { type FormEvent, useState } from 'react'
import styles from './supplier-search.module.css'

type Supplier = { id: string; name: string; category: string; city: string; status: string }
type Found = { items: Supplier[]; total: number }

export function SupplierSearch() {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  const [busy, setBusy] = useState(false)
  const [found, setFound] = useState<Found>()
  const [failure, setFailure] = useState<string>()
  const search = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    try {
      setFound(await api.get<Found>('/api/feishu/suppliers', { query, page: 1 }, { loading: true }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(
        error.status === 401
          ? t`Please open this page inside Feishu and sign in there.`
          : t`The suppliers cannot be searched just now. Please try again later.`,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <FormLayout role="search" onSubmit={(event) => void search(event)}>
        <TextField
          label={t`Supplier`}
          name="query"
          type="search"
          value={query}
          hint={<Trans>Name, trade or city</Trans>}
          onChange={(event) => setQuery(event.target.value)}
        />
        <FormActions>
          <Button type="submit" variant="primary" size="large" busy={busy}>
            <Trans>Search</Trans>
          </Button>
        </FormActions>
      </FormLayout>
      <div className={styles.answer}>
        {failure !== undefined && <Failed>{failure}</Failed>}
        {failure === undefined && found !== undefined && <Suppliers found={found} />}
      </div>
    </>
  )
}

function Suppliers({ found }: { found: Found }) {
  if (found.items.length === 0) {
    return (
      <Empty title={<Trans>No supplier goes by that name, trade or city.</Trans>}>
        <Trans>Try a shorter word. Whoever is missing is added by the portfolio team.</Trans>
      </Empty>
    )
  }
  return (
    <Table caption={<Plural value={found.total} one="# supplier" other="# suppliers" />} captionShown>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Supplier</Trans>
          </th>
          <th scope="col">
            <Trans>Trade</Trans>
          </th>
          <th scope="col">
            <Trans>Place</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {found.items.map((supplier) => (
          <tr key={supplier.id}>
            <th scope="row">{supplier.name}</th>
            <td>{supplier.category}</td>
            <td>{supplier.city}</td>
            <td>{supplier.status}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
