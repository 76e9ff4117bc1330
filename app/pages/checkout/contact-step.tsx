/** Who orders and where it goes; fields carry the browser's autofill names. */
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { useStore, useStrings } from '../../state/strings.tsx'
import type { StringKey } from '../../../domain/content/strings/all-strings.ts'
import { FormField } from '../../ui/form-field.tsx'
import type { TextField } from './check-form.ts'
import type { CheckoutForm, FieldErrors } from './checkout-types.ts'
import styles from './checkout.module.css'

interface ContactStepProps {
  form: CheckoutForm
  errors: FieldErrors
  change: (part: Partial<CheckoutForm>) => void
  leave: (field: TextField) => void
  keep: (part: Partial<CheckoutForm>) => Promise<void>
}

interface ContactField {
  name: 'email' | 'phone' | 'firstName' | 'lastName' | 'companyName' | 'address' | 'postalCode' | 'city'
  label: StringKey
  hint?: StringKey
  autoComplete: HTMLInputAutoCompleteAttribute
  type?: 'email' | 'tel'
  inputMode?: 'numeric' | 'email' | 'tel'
  half?: boolean
}

const fields: ContactField[] = [
  {
    name: 'email',
    label: 'checkout.email',
    hint: 'checkout.email_hint',
    autoComplete: 'email',
    type: 'email',
  },
  { name: 'phone', label: 'checkout.phone', hint: 'checkout.phone_hint', autoComplete: 'tel', type: 'tel' },
  { name: 'firstName', label: 'checkout.first_name', autoComplete: 'given-name', half: true },
  { name: 'lastName', label: 'checkout.last_name', autoComplete: 'family-name', half: true },
  { name: 'address', label: 'checkout.address', autoComplete: 'street-address' },
  {
    name: 'postalCode',
    label: 'checkout.postal_code',
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    half: true,
  },
  { name: 'city', label: 'checkout.city', autoComplete: 'address-level2', half: true },
]

const company: ContactField = {
  name: 'companyName',
  label: 'checkout.company_name',
  autoComplete: 'organization',
}

export function ContactStep({ form, errors, change, leave, keep }: ContactStepProps) {
  const t = useStrings()
  const { code } = useStore()
  const business = form.customerType === 'business'
  const chooseType = (customerType: 'private' | 'business') => {
    change({ customerType })
    void keep({ customerType })
  }
  return (
    <section className={styles.step} aria-labelledby="step-contact">
      <h2 id="step-contact">{t('checkout.step_contact')}</h2>
      <fieldset className={styles.types}>
        <legend className="visually-hidden">{t('checkout.step_customer')}</legend>
        {(['private', 'business'] as const).map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="customerType"
              checked={form.customerType === type}
              onChange={() => chooseType(type)}
            />
            {t(type === 'private' ? 'checkout.private' : 'checkout.business')}
          </label>
        ))}
      </fieldset>
      <div className={styles.fields}>
        {(business ? [company, ...fields] : fields).map(({ label, hint, half, name, ...input }) => (
          <div key={name} className={half ? styles.half : styles.whole}>
            <FormField
              {...input}
              id={`checkout-${name}`}
              name={name}
              label={t(label)}
              hint={hint && t(hint)}
              error={errors[name]}
              value={form[name]}
              required
              onChange={(event) => change({ [name]: event.target.value })}
              onBlur={() => leave(name)}
            />
          </div>
        ))}
        <div className={styles.whole}>
          <FormField
            id="checkout-identityNumber"
            name="identityNumber"
            label={t(business ? 'checkout.identity_business' : 'checkout.identity_private')}
            hint={t(business ? 'checkout.identity_business_hint' : 'checkout.identity_private_hint')}
            error={errors['identityNumber']}
            value={form.identityNumber}
            autoComplete={code === 'de' && !business ? 'bday' : 'off'}
            onChange={(event) => change({ identityNumber: event.target.value })}
          />
        </div>
      </div>
    </section>
  )
}
