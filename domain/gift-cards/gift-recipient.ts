/**
 * Who receives a gift card that is bought as a present, and when: the buyer's choice on the product page, which goes
 * from the cart's line to the order's. Pure.
 */
import { readDay } from '../intervals/interval.ts'
import { momentOf } from '../stores/local-time.ts'
import { dayAfter, dayIn } from '../stores/store-day.ts'
import { stores, type StoreCode } from '../stores/stores.ts'

export interface GiftRecipient {
  name: string
  email: string
  /** `YYYY-MM-DD`, a day of the store. */
  deliverOn: string
  /** Plain text; empty: none. */
  greeting: string
}

export const longestRecipientName = 100
export const longestGreeting = 500

/** The last day on which a card can be delivered, counted from today. */
const mostDays = 365

/** Hour of the day, in the store's time zone, from which cards are delivered. */
const deliveryHour = 8

/** The first and last day of delivery at a moment (epoch milliseconds). */
export function deliveryDays(store: StoreCode, at: number): { first: string; last: string } {
  const first = dayIn(store, at)
  return { first, last: dayAfter(first, mostDays) }
}

/** The wanted day, or the nearest possible one: a cart may be older than the day it names. */
export function possibleDeliveryDay(store: StoreCode, at: number, wanted: string): string {
  const { first, last } = deliveryDays(store, at)
  if (wanted < first) return first
  return wanted > last ? last : wanted
}

/** The moment (epoch milliseconds) from which a card of this day is delivered. */
export function deliveryMoment(store: StoreCode, day: string): number {
  return momentOf(stores[store].timeZone, readDay(day), deliveryHour)
}
