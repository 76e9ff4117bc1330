/**
 * The intervals at which products are ordered again, and the days of it. A product lists its intervals by name
 * ("2 weeks", "3 months"); the name is stored with cart lines and orders and worded by the edge.
 * Pure.
 */
import { daysLater, type LocalDay } from '../stores/local-time.ts'

export interface Interval {
  count: number
  unit: 'week' | 'month'
}

/** Null: not the name of an interval. At most two years. */
export function readInterval(name: string): Interval | null {
  const [, digits = '', unit = '', plural = ''] = /^([1-9]\d{0,2}) (week|month)(s?)$/.exec(name) ?? []
  const count = Number(digits)
  if (count === 0 || (count === 1) !== (plural === '')) return null
  if (unit === 'week') return count <= 104 ? { count, unit } : null
  return count <= 24 ? { count, unit: 'month' } : null
}

/**
 * The day one interval after `from`. `dueDay`: the day of the month of the first order; months that
 * are shorter renew on their last day, and the next long month on the day itself again.
 */
export function nextRenewalDay(interval: Interval, from: LocalDay, dueDay: number): LocalDay {
  if (interval.unit === 'week') return daysLater(from, interval.count * 7)
  const months = from.year * 12 + from.month - 1 + interval.count
  const year = Math.floor(months / 12)
  const month = (months % 12) + 1
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { year, month, day: Math.min(dueDay, lastDay) }
}

/** `YYYY-MM-DD` as a day. Throws RangeError for another text. */
export function readDay(text: string): LocalDay {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) throw new RangeError(`not a day: ${text}`)
  return { year: Number(year), month: Number(month), day: Number(day) }
}
