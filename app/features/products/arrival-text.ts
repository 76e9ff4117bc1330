/** Days of arrival as text. */
import type { ShippingMethodAnswer } from '../../../contract/shipping.ts'
import type { Translate } from '../../../ui/strings.tsx'

type Days = Pick<ShippingMethodAnswer['estimated'], 'from' | 'to'>

/** "Framme tis 24–ons 25 nov.", one day where both are the same. */
export function arrivalText(days: Days, iso: string, t: Translate): string {
  const range = dayRange(days, iso)
  return range === null ? t('checkout.arrives_unknown') : `${t('checkout.arrives_between')} ${range}`
}

/** A line for each of two deliveries. */
export function splitArrivalTexts(first: Days, rest: Days, iso: string, t: Translate): [string, string] {
  const later = dayRange(rest, iso)
  return [
    t('checkout.first_arrives', { days: dayRange(first, iso) ?? '' }),
    later === null ? t('checkout.rest_unknown') : t('checkout.rest_arrives', { days: later }),
  ]
}

function dayRange({ from, to }: Days, iso: string): string | null {
  if (from === null || to === null) return null
  const days = new Intl.DateTimeFormat(iso, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return days.formatRange(new Date(from), new Date(to))
}
