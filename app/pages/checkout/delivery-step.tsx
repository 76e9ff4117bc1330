/** Address, shipping methods for its postal code, and service point. */
import { lazy, Suspense } from 'react'
import { toBasisPoints, toMinor } from '../../../domain/money/money.ts'
import { useShopState } from '../../state/shop-state.ts'
import { useShownMoney } from '../../state/use-shown-money.ts'
import { arrivalText } from '../../features/products/arrival-text.ts'
import { carrierMarkUrl } from '../../layout/brand-marks.ts'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextAreaField } from '../../../ui/text-area-field.tsx'
import { nearestPoint } from '../../../domain/shipping/service-point.ts'
import type { CarrierLogo } from '../../../domain/stores/store.ts'
import { fieldId } from './checkout-fields.ts'
import { ExtraFields } from './extra-fields.tsx'
import type { StepProps } from './use-checkout-form.ts'
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'
import { ServicePoints } from './service-points.tsx'
import { SplitChoice } from './split-choice.tsx'
import { Step } from './step.tsx'
import { TextFields, type FieldLook } from './text-fields.tsx'
import type { ShippingChoice } from './use-shipping-methods.ts'
import styles from './checkout.module.css'

const person: FieldLook[] = [
  { name: 'firstName', autoComplete: 'given-name', half: true },
  { name: 'lastName', autoComplete: 'family-name', half: true },
]
const place: FieldLook[] = [
  { name: 'address', autoComplete: 'street-address' },
  { name: 'postalCode', autoComplete: 'postal-code', inputMode: 'numeric', half: true },
  { name: 'city', autoComplete: 'address-level2', half: true },
]
const recipient: FieldLook[] = [
  {
    name: 'deliveryCompanyName',
    label: 'checkout.company_optional',
    autoComplete: 'shipping organization',
    optional: true,
  },
  { name: 'deliveryFirstName', autoComplete: 'shipping given-name', half: true },
  { name: 'deliveryLastName', autoComplete: 'shipping family-name', half: true },
  { name: 'deliveryAddress', autoComplete: 'shipping street-address' },
  { name: 'deliveryPostalCode', autoComplete: 'shipping postal-code', inputMode: 'numeric', half: true },
  { name: 'deliveryCity', autoComplete: 'shipping address-level2', half: true },
]
/** `autoComplete`: no token is for a customer number; `off` keeps postal codes and phone numbers out of it. */
const postNumber: FieldLook[] = [
  {
    name: 'postNumber',
    hint: 'checkout.post_number_hint',
    autoComplete: 'off',
    inputMode: 'numeric',
    half: true,
  },
]
const longestNote = 500
const ownFields = [...person, ...place]

/**
 * `framed`: the provider's frame collects the address; the postal code is asked for the shipping methods and
 * prefilled there. `shipping` null: nothing is shipped, so only the billing address is needed.
 */
export function DeliveryStep({
  shipping,
  framed,
  ...step
}: StepProps & { shipping: ShippingChoice | null; framed: boolean }) {
  const t = useStrings()
  const { form } = step
  const fields = framed ? ownFields.filter(({ name }) => name === 'postalCode') : ownFields
  const chosen = shipping?.methods?.find(({ id }) => id === form.shippingMethod)
  const isElsewhere = form.separateDelivery && shipping !== null && !framed
  const title = t(shipping ? 'checkout.step_delivery' : 'checkout.invoice_address')
  return (
    <Step number={2} id="step-delivery" title={title}>
      {isElsewhere && <h3 className={styles.addressTitle}>{t('checkout.invoice_address')}</h3>}
      {!framed && <CustomerAddresses {...step} kind="invoice" />}
      {(!framed || shipping) && <TextFields {...step} fields={fields} />}
      {shipping && !framed && <Recipient {...step} />}
      {shipping ? (
        <>
          <Methods shipping={shipping} step={step} />
          {chosen && <SplitChoice method={chosen} step={step} />}
        </>
      ) : (
        <p className={styles.waiting}>{t('checkout.cards_by_mail')}</p>
      )}
      <Note {...step} />
    </Step>
  )
}

const SavedAddresses = lazy(() => import('./saved-addresses.tsx'))

/** The addresses that the logged-in customer keeps. */
function CustomerAddresses({ kind, form, choose }: StepProps & { kind: 'invoice' | 'delivery' }) {
  const isCustomer = useShopState(({ auth }) => auth.user !== null && auth.strategy === 'account')
  return (
    isCustomer && (
      <Suspense>
        <SavedAddresses kind={kind} form={form} choose={choose} />
      </Suspense>
    )
  )
}

/** Somebody else, or another place, to which the goods go. */
function Recipient(step: StepProps) {
  const t = useStrings()
  const { form, choose } = step
  return (
    <>
      <label className={styles.elsewhere}>
        <input
          type="checkbox"
          name="separateDelivery"
          checked={form.separateDelivery}
          onChange={(event) => choose({ separateDelivery: event.target.checked })}
        />
        {t('checkout.deliver_elsewhere')}
      </label>
      {form.separateDelivery && (
        <fieldset className={styles.recipient}>
          <legend>{t('checkout.delivery_address')}</legend>
          <CustomerAddresses {...step} kind="delivery" />
          <TextFields {...step} fields={recipient} />
        </fieldset>
      )}
    </>
  )
}

function Note({ form, errors, change, leave }: StepProps) {
  const t = useStrings()
  return (
    <ExtraFields
      summary={t('checkout.add_note')}
      isFilled={form.note !== ''}
      hasErrors={errors['note'] !== undefined}
    >
      <TextAreaField
        id={fieldId('note')}
        name="note"
        label={t('checkout.note')}
        hint={t('checkout.note_hint')}
        error={errors['note']}
        value={form.note}
        rows={3}
        maxLength={longestNote}
        onChange={(event) => change({ note: event.target.value })}
        onBlur={() => leave('note')}
      />
    </ExtraFields>
  )
}

function Methods({ shipping, step }: { shipping: ShippingChoice; step: StepProps }) {
  const t = useStrings()
  const { errors } = step
  return (
    <div className={styles.methods}>
      <h3 id="delivery-methods">{t('checkout.shipping_method')}</h3>
      {errors['shippingMethod'] && (
        <p id="delivery-error" className={styles.error}>
          {errors['shippingMethod']}
        </p>
      )}
      {shipping.failed ? (
        <Notice look="danger" role="alert">
          <p>{t('checkout.delivery_failed')}</p>
          <Button size="small" onClick={shipping.retry}>
            {t('cart.retry')}
          </Button>
        </Notice>
      ) : (
        <p role="status" className={shipping.methods === null ? styles.waiting : 'visually-hidden'}>
          {shipping.methods === null
            ? t(shipping.asking ? 'checkout.delivery_asking' : 'checkout.delivery_needs_code')
            : t('checkout.delivery_offered', { count: shipping.methods.length })}
        </p>
      )}
      {shipping.undeliverable.length > 0 && (
        <Notice look="danger" role="alert">
          <p>{t('checkout.undeliverable', { goods: shipping.undeliverable.join(', ') })}</p>
        </Notice>
      )}
      <div
        id={fieldId('shippingMethod')}
        tabIndex={-1}
        className={styles.choices}
        role="radiogroup"
        aria-labelledby="delivery-methods"
        aria-describedby={errors['shippingMethod'] && 'delivery-error'}
      >
        {shipping.methods?.map((method) => (
          <Method key={method.id} method={method} step={step} />
        ))}
      </div>
    </div>
  )
}

function Method({ method, step }: { method: ShippingMethodAnswer; step: StepProps }) {
  const t = useStrings()
  const store = useStore()
  const { vat, money, shown } = useShownMoney()
  const { form, choose } = step
  const chosen = form.shippingMethod === method.id
  const unknownPoints = method.needs_service_point && method.service_points.length === 0
  return (
    <div className={styles.choice} data-chosen={chosen}>
      <label className={styles.choiceHead}>
        <input
          type="radio"
          name="shippingMethod"
          checked={chosen}
          onChange={() =>
            choose({ shippingMethod: method.id, servicePoint: unknownPoints ? nearestPoint : '' })
          }
        />
        <span>
          <strong>{method.name}</strong>
          {method.carrier_mark === null && method.carrier_name !== null && (
            <span className={styles.hint}>{method.carrier_name}</span>
          )}
          <span className={styles.hint}>{arrivalText(method.estimated, store.iso, t)}</span>
        </span>
        {method.carrier_mark && (
          <img
            className={styles.mark}
            src={carrierMarkUrl(method.carrier_mark as CarrierLogo)}
            width={48}
            height={30}
            alt=""
          />
        )}
        <span className={styles.price}>
          {method.price === 0
            ? t('checkout.free')
            : money(shown(toMinor(method.price), toBasisPoints(method.vat)))}
          {!vat && method.price > 0 && <span className={styles.hint}>{t('price.ex_vat')}</span>}
        </span>
      </label>
      {chosen && unknownPoints && <p className={styles.points}>{t('checkout.nearest_point')}</p>}
      {chosen && method.needs_service_point && !unknownPoints && (
        <ServicePoints points={method.service_points} step={step} />
      )}
      {chosen && method.needs_post_number && (
        <div className={styles.points}>
          <TextFields {...step} fields={postNumber} />
        </div>
      )}
    </div>
  )
}
