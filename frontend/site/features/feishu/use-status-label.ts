// Words for the status of a supplier.

import { useLingui } from '@lingui/react/macro'
import type { SupplierStatus } from '@portico/app/members'

export function useStatusLabel(): (status: SupplierStatus) => string {
  const { t } = useLingui()
  return (status) => {
    switch (status) {
      case 'approved':
        return t({ message: 'Approved', comment: 'A supplier that was checked' })
      case 'trial':
        return t({ message: 'On trial', comment: 'A supplier with first orders' })
      case 'paused':
        return t({ message: 'Paused', comment: 'A supplier that gets no orders for the time being' })
      case 'ended':
        return t({ message: 'Ended', comment: 'A supplier that gets no orders any more' })
    }
  }
}
