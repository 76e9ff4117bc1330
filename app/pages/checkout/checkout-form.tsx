/** The checkout form: contact, address, shipping, payment, and the order button. */
import { useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from 'react'
import { readPostNumber } from '../../../domain/shipping/post-number.ts'
import { useShopState } from '../../state/shop-state.ts'
import { focusField } from './checkout-fields.ts'
import { CheckoutMessages, wrongFieldsId } from './checkout-messages.tsx'
import { CheckoutSummary } from './checkout-summary.tsx'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { CommitStep } from './commit-step.tsx'
import { ContactStep } from './contact-step.tsx'
import { DeliveryStep } from './delivery-step.tsx'
import { PaymentStep } from './payment-step.tsx'
import { useCheckoutForm } from './use-checkout-form.ts'
import type { CheckoutSession } from './use-checkout.ts'
import styles from './checkout.module.css'

export function CheckoutForm({ session, view }: { session: CheckoutSession; view: CheckoutView }) {
  const messages = useRef<HTMLDivElement>(null)
  const [refusals, setRefusals] = useState(0)
  const { step, framed, approval, refusal, shipping, method, pointMissing, needsPostNumber, submit } =
    useCheckoutForm(session, view)
  const { form, errors } = step
  // A provider's frame has no field for it.
  const frameLacksPostNumber = framed && needsPostNumber && readPostNumber(form.postNumber) === null
  const isLoggedIn = useShopState((state) => state.auth.user !== null)
  const needsReading = view.needs_login && isLoggedIn
  const { refresh } = session
  // A guest with a subscription has logged in: the checkout belongs to the account once it is read again.
  const readAgain = useEffectEvent(() => refresh())
  useEffect(() => {
    if (needsReading) readAgain()
  }, [needsReading])
  // A message above the form says why.
  const refused =
    view.needs_login || !view.payable || !view.minimum.reached || view.above_limit.total !== null
  const blocked = refused || pointMissing
  const waiting = blocked || session.updating
  // The frame is for goods with a chosen delivery: its lines include the shipping.
  const frameWaits = view.needs_delivery && view.shippingMethod === null

  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (session.placing || framed) return
    if (pointMissing) return focusField('servicePoint')
    if (blocked) return messages.current?.focus()
    if (waiting) return
    void submit().then((lookAgain) => lookAgain && setRefusals((count) => count + 1))
  }
  // Once the messages have been rendered: without them their group cannot have the focus.
  useEffect(() => {
    if (refusals > 0) messages.current?.focus()
  }, [refusals])

  return (
    <form className={styles.layout} onSubmit={send} noValidate>
      <CheckoutSummary view={view} chosen={form.shippingMethod !== ''} />
      <div className={styles.steps}>
        <div
          ref={messages}
          tabIndex={-1}
          role="group"
          aria-labelledby={wrongFieldsId}
          className={styles.messages}
        >
          <CheckoutMessages refusal={refusal} form={form} errors={errors} view={view} />
        </div>
        <ContactStep {...step} framed={framed} isShipped={view.needs_delivery} company={view.company} />
        <DeliveryStep {...step} framed={framed} shipping={view.needs_delivery ? shipping : null} />
        {view.total > 0 && approval === null && (
          <PaymentStep
            {...step}
            view={view}
            session={session}
            waiting={
              refused
                ? 'checkout.see_message'
                : frameWaits
                  ? 'checkout.frame_waits'
                  : pointMissing
                    ? 'field.service_point'
                    : frameLacksPostNumber
                      ? 'field.post_number'
                      : null
            }
          />
        )}
        {!framed && (
          <CommitStep
            {...step}
            view={view}
            placing={session.placing}
            approval={approval}
            method={method}
            waiting={waiting}
            refused={refused}
            pointMissing={pointMissing}
          />
        )}
      </div>
    </form>
  )
}
