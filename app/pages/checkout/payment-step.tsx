/**
 * How it is paid, and what is agreed to by ordering. Ways of paying stand in the order the server gives them:
 * in Sweden one without credit comes first where there is one (lag 2010:751 ch. 7 a).
 */
import { links } from '../../links.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { CheckoutForm, CheckoutView, FieldErrors } from './checkout-types.ts'
import styles from './checkout.module.css'

interface PaymentStepProps {
  form: CheckoutForm
  errors: FieldErrors
  view: CheckoutView
  change: (part: Partial<CheckoutForm>) => void
}

export function PaymentStep({ form, errors, view, change }: PaymentStepProps) {
  const t = useStrings()
  const { code } = useStore()
  const offered = view.payment_methods[form.customerType]
  const agreement = [
    ['terms', t('checkout.terms')],
    ['withdrawal', t('checkout.withdrawal')],
    ['privacy', t('checkout.privacy')],
  ] as const
  return (
    <section className={styles.step} aria-labelledby="step-payment">
      <h2 id="step-payment">{t('checkout.step_payment')}</h2>
      <div className={styles.choices}>
        {offered.includes('invoice') && (
          <div className={styles.choice} data-chosen>
            <label className={styles.choiceHead}>
              <input type="radio" name="paymentMethod" checked readOnly />
              <span>
                <strong>{t('checkout.pay_invoice')}</strong>
                <span className={styles.hint}>{t('checkout.pay_invoice_text')}</span>
              </span>
              <Icon name="lock" />
            </label>
          </div>
        )}
      </div>
      <label className={styles.terms}>
        <input
          id="checkout-acceptTerms"
          type="checkbox"
          checked={form.acceptTerms}
          aria-invalid={errors['acceptTerms'] ? true : undefined}
          aria-describedby={errors['acceptTerms'] ? 'terms-error' : undefined}
          onChange={(event) => change({ acceptTerms: event.target.checked })}
        />
        {t('checkout.accept_terms')}
      </label>
      {errors['acceptTerms'] && (
        <p id="terms-error" className={styles.error} role="alert">
          {errors['acceptTerms']}
        </p>
      )}
      <p className={styles.agreement}>
        {agreement.map(([path, text]) => (
          <a key={path} href={links.page(code, path)} target="_blank" rel="noreferrer">
            {text}
          </a>
        ))}
      </p>
    </section>
  )
}
