/** The form of checkout: who, where to, how it travels, how it is paid, and the legal button. */
import { useRef, type SubmitEvent } from 'react'
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Button } from '../../ui/button.tsx'
import { CheckoutMessages } from './checkout-messages.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import type { CheckoutView } from './checkout-types.ts'
import { ContactStep } from './contact-step.tsx'
import { DeliveryStep } from './delivery-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { useCheckoutForm } from './use-checkout-form.ts'
import type { CheckoutSession } from './use-checkout.ts'
import styles from './checkout.module.css'

export function CheckoutForm({ session, view }: { session: CheckoutSession; view: CheckoutView }) {
  const t = useStrings()
  const store = useStore()
  const top = useRef<HTMLDivElement>(null)
  const { form, errors, refusal, shipping, change, leave, submit } = useCheckoutForm(session, view)
  const blocked = session.placing || !view.payable || !view.minimum.reached

  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (blocked) return
    void submit().then((lookAgain) => {
      if (lookAgain) top.current?.focus()
    })
  }

  return (
    <form className={styles.layout} onSubmit={send} noValidate>
      <CheckoutSummary view={view} chosen={form.shippingMethod !== ''} />
      <div className={styles.steps}>
        <div ref={top} tabIndex={-1} className={styles.messages}>
          <CheckoutMessages refusal={refusal} errors={errors} view={view} />
        </div>
        <ContactStep form={form} errors={errors} change={change} leave={leave} keep={session.keep} />
        <DeliveryStep
          form={form}
          errors={errors}
          shipping={shipping}
          choose={(part) => {
            change(part)
            void session.keep(part)
          }}
        />
        <PaymentStep form={form} errors={errors} view={view} change={change} />
        <div className={styles.commit}>
          <p className={styles.payable}>
            {t('checkout.total')} <strong>{formatMoney(toMinor(view.total), store)}</strong>
          </p>
          <Button type="submit" look="main" size="large" wide disabled={blocked}>
            {session.placing ? t('checkout.ordering') : t('checkout.order_button')}
          </Button>
        </div>
      </div>
    </form>
  )
}
