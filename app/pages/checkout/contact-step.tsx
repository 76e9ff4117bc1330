/** The buyer: a person or a company, with contact details. */
import { AccountLink } from '../../features/login/account-link.tsx'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ExtraFields } from './extra-fields.tsx'
import type { StepProps } from './use-checkout-form.ts'
import { Step } from './step.tsx'
import { TextFields, type FieldLook } from './text-fields.tsx'
import styles from './checkout.module.css'

const fields: FieldLook[] = [
  { name: 'email', hint: 'checkout.email_hint', autoComplete: 'email', type: 'email', half: true },
  { name: 'phone', hint: 'checkout.phone_hint', autoComplete: 'tel', type: 'tel', half: true },
]

const references: FieldLook[] = [
  { name: 'yourReference', autoComplete: 'off', half: true, optional: true },
  { name: 'purchaseOrder', autoComplete: 'off', half: true, optional: true },
  { name: 'costCentre', autoComplete: 'off', half: true, optional: true },
  { name: 'vatNumber', hint: 'checkout.vat_number_hint', autoComplete: 'off', half: true, optional: true },
  {
    name: 'electronicAddress',
    hint: 'checkout.electronic_address_hint',
    autoComplete: 'off',
    optional: true,
  },
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
      {form.customerType === 'business' && <References {...step} />}
      <p className={styles.known}>
        <AccountLink>{t('checkout.log_in')}</AccountLink>
      </p>
    </Step>
  )
}

/** What a company asks its purchases to be found by; printed on the order and the invoice. */
function References(step: StepProps) {
  const t = useStrings()
  const { identityNumbers } = useStore()
  const { form, errors } = step
  // A German company's number on invoice is its VAT number.
  const asksForVatNumber = !(identityNumbers === 'german' && form.paymentMethod === 'invoice')
  const fields = references.filter(({ name }) => name !== 'vatNumber' || asksForVatNumber)
  return (
    <ExtraFields
      summary={t('checkout.references')}
      isFilled={fields.some(({ name }) => form[name] !== '')}
      hasErrors={fields.some(({ name }) => errors[name] !== undefined)}
    >
      <p className={styles.hint}>{t('checkout.references_text')}</p>
      <TextFields {...step} fields={fields} />
    </ExtraFields>
  )
}
