/** Ways of delivery for a valid postal code (CHECKOUT-05); an invalid one asks nothing. */
import { useEffect, useState } from 'react'
import type { Store } from '../../../domain/stores/stores.ts'
import { callApi } from '../../state/api-client.ts'
import type { ShippingMethodView } from './checkout-types.ts'

export interface ShippingChoice {
  /** Null: no valid postal code yet, or not answered yet. */
  methods: ShippingMethodView[] | null
  failed: boolean
}

export function useShippingMethods(
  store: Store,
  postalCode: string | null,
  checkoutId: string,
): ShippingChoice {
  const [choice, setChoice] = useState<ShippingChoice>({ methods: null, failed: false })
  useEffect(() => {
    if (postalCode === null) return
    const overtaken = new AbortController()
    void callApi<ShippingMethodView[]>(store, 'shipping-methods', {
      query: { postalCode, checkout: checkoutId },
      signal: overtaken.signal,
    }).then((answer) => {
      if (overtaken.signal.aborted) return
      setChoice(answer.ok ? { methods: answer.data, failed: false } : { methods: null, failed: true })
    })
    return () => overtaken.abort()
  }, [store, postalCode, checkoutId])
  return postalCode === null ? { methods: null, failed: false } : choice
}
