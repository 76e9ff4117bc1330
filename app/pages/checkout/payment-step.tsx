/**
 * The payment step. The methods keep the server's order: one without credit first where there is one. A
 * credit method is never preselected (lag 2010:751 ch. 7 a).
 */
import { lazy, Suspense, type ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { asksForBirthDate, isIdentityOptional } from '../../../domain/stores/identity-number.ts'
import { GiftCards } from './gift-cards.tsx'
import type { CheckoutView } from '../../../contract/checkout.ts'
import type { CheckoutSession } from './use-checkout.ts'
import { isEmbedded, isPaymentMethod, marksOf } from '../../../domain/payments/payment-methods.ts'
import type { PaymentProviderId } from '../../../domain/stores/payment-provider-id.ts'
import type { PaymentLogo } from '../../../domain/stores/store.ts'
import { paymentMarkUrl } from '../../layout/brand-marks.ts'
import type { loader as storeLayoutLoader } from '../../layout/store-layout.tsx'
import { fieldId } from './checkout-fields.ts'
import type { StepProps } from './use-checkout-form.ts'
import { Step } from './step.tsx'
import { TextFields, type FieldLook } from './text-fields.tsx'
import styles from './checkout.module.css'

/** Loaded when a method with a provider's frame is chosen. */
const PaymentFrame = lazy(() => import('./payment-frame.tsx'))

interface PaymentStepProps extends StepProps {
  view: CheckoutView
  session: Pick<CheckoutSession, 'payWith' | 'reckoning' | 'refresh' | 'shows'>
  /** What must be resolved or chosen before it can be paid; null: nothing. */
  waiting:
    | 'checkout.see_message'
    | 'checkout.frame_waits'
    | 'field.service_point'
    | 'field.post_number'
    | null
}

export function PaymentStep({ view, session, waiting, ...step }: PaymentStepProps) {
  const t = useStrings()
  return (
    <Step number={3} id="step-payment" title={t('checkout.step_payment')}>
      <GiftCards view={view} payWith={session.payWith} />
      {view.amount_due > 0 ? (
        <PaymentMethods view={view} session={session} waiting={waiting} step={step} />
      ) : (
        <p className={styles.waiting}>{t('checkout.cards_pay_all')}</p>
      )}
    </Step>
  )
}

function PaymentMethods({
  view,
  session,
  waiting,
  step,
}: Omit<PaymentStepProps, keyof StepProps> & { step: StepProps }) {
  const t = useStrings()
  const { form, errors } = step
  const offered = view.payment_methods[form.customerType].filter(isPaymentMethod)
  return (
    <>
      {errors['paymentMethod'] && (
        <p id="payment-error" className={styles.error}>
          {errors['paymentMethod']}
        </p>
      )}
      <div
        id={fieldId('paymentMethod')}
        tabIndex={-1}
        className={styles.choices}
        role="radiogroup"
        aria-labelledby="step-payment"
        aria-describedby={errors['paymentMethod'] && 'payment-error'}
      >
        {offered.map((method) => (
          <PaymentMethod
            key={method}
            method={method}
            invoiceDays={view.invoice_days[form.customerType]}
            step={step}
          >
            {!isEmbedded(method) ? (
              method === 'invoice' && (
                <div className={styles.inside}>
                  <IdentityNumber {...step} />
                </div>
              )
            ) : waiting && !session.reckoning ? (
              <p className={styles.waiting}>{t(waiting)}</p>
            ) : (
              <Suspense fallback={<p className={styles.waiting}>{t('checkout.frame_opens')}</p>}>
                <PaymentFrame
                  provider={method}
                  customerType={form.customerType}
                  view={view}
                  busy={session.reckoning}
                  refresh={session.refresh}
                  shows={session.shows}
                />
              </Suspense>
            )}
          </PaymentMethod>
        ))}
      </div>
    </>
  )
}

function PaymentMethod({
  method,
  invoiceDays,
  step: { form, choose },
  children,
}: {
  method: PaymentProviderId
  invoiceDays: number
  step: StepProps
  /** Shown while the method is chosen. */
  children: ReactNode
}) {
  const t = useStrings()
  const shownMarks = useShownMarks()
  const chosen = form.paymentMethod === method
  return (
    <div className={styles.choice} data-chosen={chosen}>
      <label className={styles.choiceHead}>
        <input
          type="radio"
          name="paymentMethod"
          value={method}
          checked={chosen}
          onChange={() => choose({ paymentMethod: method })}
        />
        <span className={styles.choiceName}>
          {t(`checkout.pay_${method}`)}
          <span className={styles.hint}>{t(`checkout.pay_${method}_text`, { days: invoiceDays })}</span>
        </span>
        <span className={styles.marks}>
          {marksOf(method, shownMarks).map((mark) => (
            <img key={mark} src={paymentMarkUrl(mark)} width={39} height={24} alt="" />
          ))}
        </span>
      </label>
      {chosen && children}
    </div>
  )
}

/** The payment marks that the store's footer shows. */
function useShownMarks(): readonly PaymentLogo[] {
  return useRouteLoaderData<typeof storeLayoutLoader>('store-layout')?.footer.payments.marks ?? []
}

/**
 * The personal number that an invoice requires: it identifies who is given credit. Sent with the order, never
 * stored before.
 */
function IdentityNumber(step: StepProps) {
  const { identityNumbers } = useStore()
  const { customerType } = step.form
  const business = customerType === 'business'
  const field: FieldLook = {
    name: 'identityNumber',
    hint: business ? 'checkout.identity_business_hint' : 'checkout.identity_private_hint',
    autoComplete: asksForBirthDate(identityNumbers, customerType) ? 'bday' : 'off',
    optional: isIdentityOptional(identityNumbers, customerType),
  }
  return <TextFields {...step} fields={[field]} />
}
