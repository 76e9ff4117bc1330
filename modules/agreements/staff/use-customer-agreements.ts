import { useEffect, useState } from 'react'
import { readApi } from '../../../admin/api-client.ts'
import type { CustomerAgreements } from '../staff-contract.ts'

/**
 * The agreements of a customer; null while they are read. A read that fails is thrown, to the boundary around the card. A card
 * is of one customer, as its place in the page is.
 */
export function useCustomerAgreements(customer: number): CustomerAgreements | null {
  const [agreements, setAgreements] = useState<CustomerAgreements | null>(null)
  useEffect(() => {
    const aborted = new AbortController()
    readApi<CustomerAgreements>(`/admin/api/customers/${customer}/agreements`, aborted.signal).then(
      setAgreements,
      (fault: unknown) => {
        if (aborted.signal.aborted) return
        setAgreements(() => {
          throw fault
        })
      },
    )
    return () => aborted.abort()
  }, [customer])
  return agreements
}
