/**
 * The payment step. The methods keep the server's order: one without credit first where there is one. A
 * credit method is never preselected (lag 2010:751 ch. 7 a).
 */
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { asksForBirthDate, isIdentityOptional } from '../../../domain/checkout/identity-number.ts'
import { GiftCards } from './gift-cards.tsx'
import type { CheckoutView } from '../../../contract/checkout.ts'
import type { CheckoutSession } from './use-checkout.ts'
import { fieldId } from './checkout-fields.ts'
import type { StepProps } from './use-checkout-form.ts'
import { Step } from './step.tsx'
import { TextFields, type FieldLook } from './text-fields.tsx'
import styles from './checkout.module.css'

interface PaymentStepProps extends StepProps {
  view: CheckoutView
  payWith: CheckoutSession['payWith']
}

export function PaymentStep({ view, payWith, ...step }: PaymentStepProps) {
  const t = useStrings()
  return (
    <Step number={3} id="step-payment" title={t('checkout.step_payment')}>
      <GiftCards view={view} payWith={payWith} />
      {view.amount_due > 0 ? (
        <Ways offered={view.payment_methods[step.form.customerType]} step={step} />
      ) : (
        <p className={styles.waiting}>{t('checkout.cards_pay_all')}</p>
      )}
    </Step>
  )
}

function Ways({ offered, step }: { offered: readonly string[]; step: StepProps }) {
  const t = useStrings()
  const { form, errors, choose } = step
  const chosen = form.paymentMethod === 'invoice'
  return (
    <>
      {errors['paymentMethod'] && (
        <p className={styles.error} role="alert">
          {errors['paymentMethod']}
        </p>
      )}
      <div
        id={fieldId('paymentMethod')}
        tabIndex={-1}
        className={styles.choices}
        role="radiogroup"
        aria-labelledby="step-payment"
      >
        {offered.includes('invoice') && (
          <div className={styles.choice} data-chosen={chosen}>
            <label className={styles.choiceHead}>
              <input
                type="radio"
                name="paymentMethod"
                checked={chosen}
                onChange={() => choose({ paymentMethod: 'invoice' })}
              />
              <span className={styles.choiceName}>
                {t('checkout.pay_invoice')}
                <span className={styles.hint}>{t('checkout.pay_invoice_text')}</span>
              </span>
            </label>
            {chosen && (
              <div className={styles.inside}>
                <IdentityNumber {...step} />
              </div>
            )}
          </div>
        )}
      </div>
    </>
  )
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
    label: business ? 'checkout.identity_business' : 'checkout.identity_private',
    hint: business ? 'checkout.identity_business_hint' : 'checkout.identity_private_hint',
    autoComplete: asksForBirthDate(identityNumbers, customerType) ? 'bday' : 'off',
    optional: isIdentityOptional(identityNumbers, customerType),
  }
  return <TextFields {...step} fields={[field]} />
}
