/** The provider's embed in the payment step, with its state in words. */
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { usePaymentFrame, type FramedPayment } from './use-payment-frame.ts'
import styles from './checkout.module.css'

export default function PaymentFrame(payment: FramedPayment) {
  const t = useStrings()
  const store = useStore()
  const container = useRef<HTMLDivElement>(null)
  const { state, retry } = usePaymentFrame(store, container, payment)
  return (
    <div className={styles.frame} data-frame={state}>
      {state === 'failed' && (
        <Notice look="danger" role="alert">
          <p>{t('checkout.frame_failed')}</p>
          <Button size="small" onClick={retry}>
            {t('cart.retry')}
          </Button>
        </Notice>
      )}
      {state !== 'failed' && state !== 'shown' && (
        <p role="status" className={styles.waiting}>
          {t(state === 'opening' ? 'checkout.frame_opens' : 'checkout.frame_updates')}
        </p>
      )}
      <div ref={container} className={styles.embed} />
    </div>
  )
}
