import { useEffect, useState } from 'react'
import { readApi } from '../../../admin/api-client.ts'
import type { CustomerLists } from '../staff-contract.ts'

/**
 * The lists of a customer; null while they are read. A read that fails is thrown, to the boundary around the card. A card
 * is of one customer, as its place in the page is.
 */
export function useCustomerLists(customer: number): CustomerLists | null {
  const [lists, setLists] = useState<CustomerLists | null>(null)
  useEffect(() => {
    const aborted = new AbortController()
    readApi<CustomerLists>(`/admin/api/customers/${customer}/lists`, aborted.signal).then(
      setLists,
      (fault: unknown) => {
        if (aborted.signal.aborted) return
        setLists(() => {
          throw fault
        })
      },
    )
    return () => aborted.abort()
  }, [customer])
  return lists
}
