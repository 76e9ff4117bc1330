/** The buyer: a person or a company, with contact details. */
import { AccountLink } from '../../features/login/account-link.tsx'
import { useStrings } from '../../../ui/strings.tsx'
import type { StepProps } from './use-checkout-form.ts'
import { Step } from './step.tsx'
import { TextFields, type FieldLook } from './text-fields.tsx'
import styles from './checkout.module.css'

const fields: FieldLook[] = [
  { name: 'email', hint: 'checkout.email_hint', autoComplete: 'email', type: 'email', half: true },
  { name: 'phone', hint: 'checkout.phone_hint', autoComplete: 'tel', type: 'tel', half: true },
]

const customerTypes = ['private', 'business'] as const

/** `framed`: the provider's frame collects the contact details. */
export function ContactStep({ framed, ...step }: StepProps & { framed: boolean }) {
  const t = useStrings()
  const { form, choose } = step
  return (
    <Step number={1} id="step-contact" title={t('checkout.step_customer')}>
      <fieldset className={styles.types}>
        <legend className="visually-hidden">{t('checkout.step_customer')}</legend>
        {customerTypes.map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="customerType"
              checked={form.customerType === type}
              onChange={() => choose({ customerType: type, paymentMethod: '' })}
            />
            {t(`checkout.${type}`)}
          </label>
        ))}
      </fieldset>
      {!framed && <TextFields {...step} fields={fields} />}
      <p className={styles.known}>
        <AccountLink>{t('checkout.log_in')}</AccountLink>
      </p>
    </Step>
  )
}
