/**
 * The payment step: what the shopper can pay with, each once, whichever provider serves it; a provider's own frame is one
 * choice. The choices keep the server's order: those without credit first. None is preselected (lag 2010:751 ch. 7 a).
 */
import { lazy, Suspense, type ReactNode } from 'react'
import { useStore, useStrings, type Translate } from '../../../ui/strings.tsx'
import { asksForBirthDate, isIdentityOptional } from '../../../domain/stores/identity-number.ts'
import { GiftCards } from './gift-cards.tsx'
import type { CheckoutView, ShownChoice } from '../../../contract/checkout.ts'
import type { CheckoutSession } from './use-checkout.ts'
import { meansOfChoice, namedMeans } from '../../../domain/payments/payment-choices.ts'
import { isOfferedMeans, type OfferedMeans, type PaymentLogo } from '../../../domain/stores/store.ts'
import type { StringKey } from '../../../locales/texts.server.ts'
import { paymentMarkUrl } from '../../layout/brand-marks.ts'
import { fieldId } from './checkout-fields.ts'
import type { StepProps } from './use-checkout-form.ts'
import { Step } from './step.tsx'
import { TextFields, type FieldLook } from './text-fields.tsx'
import styles from './checkout.module.css'

/** Loaded when a method with a provider's frame is chosen. */
const PaymentFrame = lazy(() => import('./payment-frame.tsx'))

interface PaymentStepProps extends StepProps {
  view: CheckoutView
  session: Pick<CheckoutSession, 'payWith' | 'updating' | 'refresh' | 'shows'>
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
  const listed = view.payment_choices[form.customerType].flatMap(listedChoice)
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
        {listed.map((choice) => (
          <PaymentMethod
            key={choice.id}
            choice={choice}
            listed={listed}
            invoiceDays={view.invoice_days[form.customerType]}
            step={step}
          >
            {choice.collects === 'redirect' ? null : choice.collects === 'form' ? (
              choice.provider === 'invoice' && (
                <div className={styles.inside}>
                  <IdentityNumber {...step} />
                </div>
              )
            ) : waiting && !session.updating ? (
              <p className={styles.waiting}>{t(waiting)}</p>
            ) : (
              <Suspense fallback={<p className={styles.waiting}>{t('checkout.frame_opens')}</p>}>
                <PaymentFrame
                  provider={choice.provider}
                  means={meansOfChoice(choice)}
                  customerType={form.customerType}
                  view={view}
                  busy={session.updating}
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

interface ListedChoice extends ShownChoice {
  offers: [OfferedMeans, ...OfferedMeans[]]
}

/** A choice of a newer server whose means this page does not know is left out. */
function listedChoice(choice: ShownChoice): ListedChoice[] {
  const [first, ...others] = choice.offers.filter(isOfferedMeans)
  return first === undefined ? [] : [{ ...choice, offers: [first, ...others] }]
}

function PaymentMethod({
  choice,
  listed,
  invoiceDays,
  step: { form, choose },
  children,
}: {
  choice: ListedChoice
  /** All choices of the page. */
  listed: readonly ListedChoice[]
  invoiceDays: number
  step: StepProps
  /** Shown while the method is chosen. */
  children: ReactNode
}) {
  const t = useStrings()
  const { iso } = useStore()
  const { id, company } = choice
  const chosen = form.paymentMethod === id
  const names = new Intl.ListFormat(iso, { type: 'conjunction' }).format(
    namedMeans(choice, listed).map((means) => meansName(means, choice, t)),
  )
  const name = names.charAt(0).toLocaleUpperCase(iso) + names.slice(1)
  return (
    <div className={styles.choice} data-chosen={chosen}>
      <label className={styles.choiceHead}>
        <input
          type="radio"
          name="paymentMethod"
          value={id}
          checked={chosen}
          onChange={() => choose({ paymentMethod: id })}
        />
        <span className={styles.choiceName}>
          {company === null ? name : t('payment.at', { means: name, provider: company })}
          <span className={styles.hint}>{hintOf(choice, invoiceDays, t)}</span>
        </span>
        <span className={styles.marks}>
          {choice.marks.map((mark) => (
            <img key={mark} src={paymentMarkUrl(mark as PaymentLogo)} width={39} height={24} alt="" />
          ))}
        </span>
      </label>
      {chosen && children}
    </div>
  )
}

/** As a word of a list. */
function meansName(means: OfferedMeans, { provider }: ListedChoice, t: Translate): string {
  switch (means) {
    case 'own':
      return t(ownText(provider))
    case 'swish':
      return 'Swish'
    case 'mobilepay':
      return 'MobilePay'
    case 'vipps':
      return 'Vipps'
    case 'card':
    case 'invoice':
    case 'part_payment':
      return t(`payment.means_${means}`)
  }
}

/** A text of the module that has the method: its name, or the sentence below it. */
const ownText = (method: string, part: '' | '_text' = ''): StringKey =>
  `payment_method.${method}${part}` as StringKey

/** When the money is taken, or where the shopper goes on. */
function hintOf(choice: ListedChoice, invoiceDays: number, t: Translate): string {
  if (choice.provider === 'invoice') return t('checkout.pay_invoice_text', { days: invoiceDays })
  const means = meansOfChoice(choice)
  if (means === null) return t('payment.hint_frame')
  if (means === 'own') return t(ownText(choice.provider, '_text'))
  return t(means === 'swish' ? 'payment.hint_at_once' : 'payment.hint_reserved')
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
