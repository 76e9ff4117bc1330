/** Calendar days of a store as `YYYY-MM-DD`, the form of dates in documents and in the database. Pure. */
import { localDay } from './local-time.ts'
import { stores, type StoreCode } from './stores.ts'

/** The store's day at a moment (epoch milliseconds). */
export function dayIn(store: StoreCode, at: number): string {
  const { year, month, day } = localDay(stores[store].timeZone, at)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}

/** The day `days` after a day; before it where `days` is negative. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whether the text is an existing day in this form. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && dayAfter(text, 0) === text
}
