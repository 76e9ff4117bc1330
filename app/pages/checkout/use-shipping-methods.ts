/** Shipping methods for a valid postal code (CHECKOUT-05); an invalid one sends no request. */
import { useEffect, useState } from 'react'
import type { Store } from '../../../domain/stores/stores.ts'
import { callApi } from '../../state/api-client.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'

export interface ShippingChoice {
  /** Null: no valid postal code yet, or no answer yet. */
  methods: ShippingMethodAnswer[] | null
  /** Names of the goods that no method can carry. */
  undeliverable: readonly string[]
  asking: boolean
  failed: boolean
  retry(): void
}

/** Requested again when the postal code, the buyer's kind or the contents change; until then the last answer is kept. */
export function useShippingMethods(
  store: Store,
  postalCode: string | null,
  view: Pick<CheckoutView, 'id' | 'items' | 'sum' | 'undeliverable'>,
  customerType: 'private' | 'business',
): ShippingChoice {
  const [methods, setMethods] = useState<ShippingMethodAnswer[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const parcel = `${view.sum} ${view.items.map((item) => `${item.sku}×${item.quantity}`).join()}`
  useEffect(() => {
    if (postalCode === null) return
    const overtaken = new AbortController()
    void callApi<ShippingMethodAnswer[]>(store, 'shipping-methods', {
      query: { postalCode, checkout: view.id, customerType },
      signal: overtaken.signal,
    }).then((answer) => {
      if (overtaken.signal.aborted) return
      setFailed(!answer.ok)
      setMethods(answer.ok ? answer.data : null)
    })
    return () => overtaken.abort()
  }, [store, postalCode, view.id, customerType, parcel, attempt])
  const asked = postalCode !== null
  return {
    methods: asked ? methods : null,
    undeliverable: view.undeliverable,
    asking: asked && methods === null && !failed,
    failed: asked && failed,
    retry: () => setAttempt((count) => count + 1),
  }
}
