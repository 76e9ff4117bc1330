/**
 * When the next parcels are dispatched (API-11, DEAL-04): weekdays at the store's hour, in its time zone.
 * Holidays are not considered.
 */
import { usualDispatchHour } from '../stores/dispatch-hour.ts'
import type { Store } from '../stores/stores.ts'
import { daysLater, isoDay, isWeekday, localDay, momentOf, weekdaysLater } from '../stores/local-time.ts'

type DispatchingStore = Pick<Store, 'timeZone' | 'dispatchHour'>

/** The next cut-off strictly after `now`, both epoch milliseconds. */
export function nextDeliveryAt(store: DispatchingStore, now: number): number {
  const { dispatchHour = usualDispatchHour } = store
  let day = localDay(store.timeZone, now)
  for (;;) {
    const cutOff = momentOf(store.timeZone, day, dispatchHour)
    if (isWeekday(day) && cutOff > now) return cutOff
    day = daysLater(day, 1)
  }
}

/** The latest cut-off that has passed at `now`, or the one so many cut-offs before it; epoch milliseconds. `count`: from 1. */
export function pastCutOffAt(store: DispatchingStore, now: number, count = 1): number {
  const { dispatchHour = usualDispatchHour } = store
  let day = localDay(store.timeZone, now)
  let left = count
  for (;;) {
    const cutOff = momentOf(store.timeZone, day, dispatchHour)
    if (isWeekday(day) && cutOff <= now) {
      left -= 1
      if (left <= 0) return cutOff
    }
    day = daysLater(day, -1)
  }
}

/** First and last possible day of arrival, `YYYY-MM-DD`. */
export interface Arrival {
  from: string
  to: string
}

/** The days on which a parcel that can leave from `readyAt` on (epoch milliseconds) arrives, in weekdays from its dispatch. */
export function arrivalDays(
  store: DispatchingStore,
  readyAt: number,
  days: { min: number; max: number },
): Arrival {
  const dispatched = localDay(store.timeZone, nextDeliveryAt(store, readyAt))
  return {
    from: isoDay(weekdaysLater(dispatched, days.min)),
    to: isoDay(weekdaysLater(dispatched, days.max)),
  }
}

/** Weekdays added to a delivery method's longest time: most parcels that are late arrive within them. */
const marginDays = 2
/** Carriers deliver until the evening. */
const eveningHour = 20

/**
 * When a parcel handed over at `shippedAt` has arrived, for all that is known without its carrier: the evening of the
 * method's last day and two weekdays more, because periods that begin with the delivery must not begin too early.
 * Zero days is delivered at once (gift cards by e-mail). Epoch milliseconds.
 */
export function estimatedDeliveryAt(
  store: DispatchingStore,
  shippedAt: number,
  days: { max: number },
): number {
  if (days.max === 0) return shippedAt
  const dispatched = localDay(store.timeZone, nextDeliveryAt(store, shippedAt))
  return momentOf(store.timeZone, weekdaysLater(dispatched, days.max + marginDays), eveningHour)
}
