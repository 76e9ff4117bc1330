/**
 * A payment that is being confirmed: asks for its result until it is known, then opens the receipt or the way back
 * (CHECKOUT-11, CHECKOUT-12). It never says that a payment failed while the provider may have it.
 */
import { useEffect } from 'react'
import type { PaymentResult } from '../../../contract/checkout.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { orderLinks } from '../../order-links.ts'
import { callApi } from '../../state/api-client.ts'
import { emptyCartAfterOrder } from '../../state/empty-cart-after-order.ts'
import { useShopState } from '../../state/shop-state.ts'
import styles from './receipt.module.css'

/** Milliseconds between questions; a provider that is slow is asked less often. */
const pausesMs = [500, 1000, 2000, 5000]

export function ConfirmPayment({ checkout, payment }: { checkout: string; payment: string | null }) {
  const t = useStrings()
  const store = useStore()
  const hydrated = useShopState((state) => state.hydrated)
  useEffect(() => {
    if (!hydrated) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = false
    const ask = async (asked: number): Promise<void> => {
      const answer = await callApi<PaymentResult>(
        store,
        `checkout/${encodeURIComponent(checkout)}/payment/result`,
        { method: 'POST', body: payment === null ? {} : { payment } },
      )
      if (left) return
      if (!answer.ok && answer.status === 404) return location.replace(orderLinks.confirmation(store.code))
      const status = answer.ok ? answer.data.status : 'pending'
      if (answer.ok && status === 'paid') {
        if (useShopState.getState().cart.checkoutID === checkout) emptyCartAfterOrder()
        return location.replace(orderLinks.confirmation(store.code, answer.data.confirmation))
      }
      if (answer.ok && (status === 'failed' || status === 'open')) {
        const reason = answer.data.reason ? `?reason=${answer.data.reason}` : ''
        return location.replace(orderLinks.failed(store.code, checkout) + reason)
      }
      timer = setTimeout(() => void ask(asked + 1), pausesMs[Math.min(asked, pausesMs.length - 1)])
    }
    void ask(0)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [hydrated, store, checkout, payment])
  return (
    <div className={styles.receipt} role="status">
      <h1>{t('confirmation.wait_title')}</h1>
      <p className={styles.text}>{t('confirmation.wait_text')}</p>
    </div>
  )
}
