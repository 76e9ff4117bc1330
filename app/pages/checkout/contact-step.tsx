/** The buyer: a person or a company, with contact details. */
import { AccountLink } from '../../features/login/account-link.tsx'
import { useShopState } from '../../state/shop-state.ts'
import { preferVatView } from '../../state/use-vat.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { ExtraFields } from './extra-fields.tsx'
import type { StepProps } from './use-checkout-form.ts'
import type { CheckoutView } from '../../../contract/checkout.ts'
import { Step } from './step.tsx'
import { TextFields, type FieldLook } from './text-fields.tsx'
import styles from './checkout.module.css'

const email: FieldLook = { name: 'email', hint: 'checkout.email_hint', autoComplete: 'email', type: 'email' }

const companyName: FieldLook = { name: 'companyName', autoComplete: 'organization' }

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

/** Id of the list of the company's cost centres. */
const costCentreList = 'company-cost-centres'

const customerTypes = ['private', 'business'] as const

/** `framed`: the provider's frame collects the contact details. `isShipped`: a carrier announces the delivery. */
export function ContactStep({
  framed,
  isShipped,
  company,
  ...step
}: StepProps & { framed: boolean; isShipped: boolean; company: CheckoutView['company'] }) {
  const t = useStrings()
  const { form, choose } = step
  const isLoggedIn = useShopState(({ auth }) => auth.user !== null && auth.strategy === 'account')
  const store = useStore()
  const isCompany = form.customerType === 'business'
  const hint = isShipped ? 'checkout.phone_hint' : 'checkout.phone_hint_question'
  const phone: FieldLook = { name: 'phone', hint, autoComplete: 'tel', type: 'tel' }
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
              onChange={() => {
                preferVatView(store, type === 'business')
                choose({ customerType: type, paymentMethod: '' })
              }}
            />
            {t(`checkout.${type}`)}
          </label>
        ))}
      </fieldset>
      {!framed && <TextFields {...step} fields={[...(isCompany ? [companyName] : []), email, phone]} />}
      {isCompany && <References {...step} company={company} />}
      {!isLoggedIn && (
        <p className={styles.known}>
          <AccountLink>{t('checkout.log_in')}</AccountLink>
        </p>
      )}
    </Step>
  )
}

/** What a company asks its purchases to be found by; printed on the order and the invoice. */
function References({ company, ...step }: StepProps & { company: CheckoutView['company'] }) {
  const t = useStrings()
  const { identityNumbers } = useStore()
  const { form, errors } = step
  // A German company's number on invoice is its VAT number.
  const asksForVatNumber = !(identityNumbers === 'german' && form.paymentMethod === 'invoice')
  const required = new Set<string>(company?.required_references)
  const fields = references
    .filter(({ name }) => name !== 'vatNumber' || asksForVatNumber)
    .map((field) => ({
      ...field,
      optional: !required.has(field.name),
      ...(field.name === 'costCentre' && company?.cost_centres.length && { list: costCentreList }),
    }))
  return (
    <ExtraFields
      summary={t('checkout.references')}
      isFilled={required.size > 0 || fields.some(({ name }) => form[name] !== '')}
      hasErrors={fields.some(({ name }) => errors[name] !== undefined)}
    >
      <p className={styles.hint}>{t('checkout.references_text')}</p>
      <TextFields {...step} fields={fields} />
      <datalist id={costCentreList}>
        {company?.cost_centres.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </datalist>
    </ExtraFields>
  )
}
