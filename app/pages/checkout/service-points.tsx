/** The service points of a shipping method, nearest first; one must be chosen (CHECKOUT-06). */
import { useState } from 'react'
import { useStore, useStrings } from '../../../ui/strings.tsx'
import { Button } from '../../../ui/button.tsx'
import { fieldId } from './checkout-fields.ts'
import type { StepProps } from './use-checkout-form.ts'
import type { ServicePointAnswer } from '../../../contract/shipping.ts'
import styles from './checkout.module.css'

/** Number shown until the shopper expands the list. */
const shownAtFirst = 3

export function ServicePoints({ points, step }: { points: readonly ServicePointAnswer[]; step: StepProps }) {
  const t = useStrings()
  const { iso } = useStore()
  const { form, errors, choose } = step
  const chosenAt = points.findIndex(({ id }) => id === form.servicePoint)
  const [all, setAll] = useState(chosenAt >= shownAtFirst)
  const error = errors['servicePoint']
  return (
    <fieldset
      id={fieldId('servicePoint')}
      tabIndex={-1}
      className={styles.points}
      aria-describedby={error && 'service-point-error'}
    >
      <legend>{t('checkout.service_point')}</legend>
      {error && (
        <p id="service-point-error" className={styles.error}>
          {error}
        </p>
      )}
      {points.slice(0, all ? points.length : shownAtFirst).map((point) => (
        <label key={point.id} className={styles.point}>
          <input
            type="radio"
            name="servicePoint"
            checked={form.servicePoint === point.id}
            onChange={() => choose({ servicePoint: point.id })}
          />
          <span>
            <strong>{point.name}</strong>
            <span className={styles.hint}>{placeText(point, iso)}</span>
            {form.servicePoint === point.id &&
              point.opening_hours.map((hours) => (
                <span key={hours} className={styles.hint}>
                  {hours}
                </span>
              ))}
          </span>
        </label>
      ))}
      {!all && points.length > shownAtFirst && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('checkout.more_points', { count: points.length - shownAtFirst })}
        </Button>
      )}
    </fieldset>
  )
}

/** Street, city and distance, as far as the carrier states them. */
function placeText(point: ServicePointAnswer, iso: string): string {
  const place = [point.street, point.city].filter(Boolean).join(', ')
  const distance = point.distance_metres === null ? '' : distanceText(point.distance_metres, iso)
  return [place, distance].filter(Boolean).join(' ·\u00A0')
}

function distanceText(metres: number, iso: string): string {
  const near = metres < 1000
  const text = new Intl.NumberFormat(iso, {
    style: 'unit',
    unit: near ? 'meter' : 'kilometer',
    maximumFractionDigits: near ? 0 : 1,
  }).format(near ? Math.round(metres / 10) * 10 : metres / 1000)
  return text.replace(' ', '\u00A0')
}
