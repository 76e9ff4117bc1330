/** How the goods travel: methods for the postal code, and the place to collect where the method has one. */
import { formatMoney, toMinor } from '../../../domain/money/money.ts'
import type { CarrierLogo } from '../../../domain/stores/stores.ts'
import { carrierMarkUrl } from '../../chrome/brand-marks.ts'
import { useStore, useStrings } from '../../state/strings.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CheckoutForm, FieldErrors, ShippingMethodView } from './checkout-types.ts'
import type { ShippingChoice } from './use-shipping-methods.ts'
import styles from './checkout.module.css'

interface DeliveryStepProps {
  form: CheckoutForm
  errors: FieldErrors
  shipping: ShippingChoice
  choose: (part: Partial<CheckoutForm>) => void
}

export function DeliveryStep({ form, errors, shipping, choose }: DeliveryStepProps) {
  const t = useStrings()
  return (
    <section className={styles.step} aria-labelledby="step-delivery">
      <h2 id="step-delivery">{t('checkout.step_delivery')}</h2>
      {shipping.failed && (
        <Notice look="danger" role="alert">
          {t('checkout.delivery_failed')}
        </Notice>
      )}
      {!shipping.failed && shipping.methods === null && (
        <p className={styles.hint}>{t('checkout.delivery_needs_code')}</p>
      )}
      <div
        id="checkout-shippingMethod"
        className={styles.choices}
        role="radiogroup"
        aria-labelledby="step-delivery"
      >
        {shipping.methods?.map((method) => (
          <Method
            key={method.id}
            method={method}
            chosen={form.shippingMethod === method.id}
            servicePoint={form.servicePoint}
            pointError={errors['servicePoint']}
            choose={choose}
          />
        ))}
      </div>
      {errors['shippingMethod'] && (
        <p className={styles.error} role="alert">
          {errors['shippingMethod']}
        </p>
      )}
    </section>
  )
}

interface MethodProps {
  method: ShippingMethodView
  chosen: boolean
  servicePoint: string
  pointError: string | undefined
  choose: (part: Partial<CheckoutForm>) => void
}

function Method({ method, chosen, servicePoint, pointError, choose }: MethodProps) {
  const t = useStrings()
  const store = useStore()
  const day = new Intl.DateTimeFormat(store.iso, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const dayText = (date: string) => day.format(new Date(date))
  const nearest = method.service_points[0]?.id ?? ''
  return (
    <div className={styles.choice} data-chosen={chosen}>
      <label className={styles.choiceHead}>
        <input
          type="radio"
          name="shippingMethod"
          checked={chosen}
          onChange={() =>
            choose({ shippingMethod: method.id, servicePoint: method.needs_service_point ? nearest : '' })
          }
        />
        <span>
          <strong>{method.name}</strong>
          <span className={styles.hint}>
            {t('checkout.arrives', {
              from: dayText(method.estimated.from),
              to: dayText(method.estimated.to),
            })}
          </span>
        </span>
        <img
          src={carrierMarkUrl(method.carrier as CarrierLogo)}
          width={48}
          height={30}
          alt={method.carrier}
        />
        <span className={styles.price}>
          {method.price === 0 ? t('checkout.free') : formatMoney(toMinor(method.price), store)}
        </span>
      </label>
      {chosen && method.needs_service_point && (
        <div className={styles.points}>
          <label htmlFor="checkout-servicePoint">{t('checkout.service_point')}</label>
          <select
            id="checkout-servicePoint"
            value={servicePoint}
            aria-invalid={pointError ? true : undefined}
            onChange={(event) => choose({ servicePoint: event.target.value })}
          >
            {method.service_points.map((point) => (
              <option key={point.id} value={point.id}>
                {`${point.name}, ${point.street}, ${point.city} (${t('checkout.metres', { distance: distanceText(point.distance_metres, store.iso) })})`}
              </option>
            ))}
          </select>
          {pointError && (
            <p className={styles.error} role="alert">
              {pointError}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

function distanceText(metres: number, iso: string): string {
  const near = metres < 1000
  return new Intl.NumberFormat(iso, {
    style: 'unit',
    unit: near ? 'meter' : 'kilometer',
    maximumFractionDigits: near ? 0 : 1,
  }).format(near ? Math.round(metres / 10) * 10 : metres / 1000)
}
