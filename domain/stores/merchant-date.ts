/**
 * Parses dates as merchants write them, in feeds, NDJSON, coupons and commands. The only place that decides
 * the meaning of a date without a time or an offset: the wall clock of its store. Pure.
 */
import { daysLater, isoMinute, momentAtWallClock } from './local-time.ts'

/** Whether the date starts or ends something: a period includes the whole day on which it ends. */
export type DateEdge = 'start' | 'end'

const form = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/

/**
 * Epoch milliseconds of an ISO 8601 date; null where it is invalid (30 February included). A date alone
 * starts at the zone's midnight and, as an end, ends at the next one, also on days of 23 and 25 hours. A time
 * without an offset is in the zone's wall clock; an offset is respected.
 */
export function readMerchantDate(text: string, timeZone: string, edge: DateEdge): number | null {
  const match = form.exec(text)
  if (!match) return null
  const part = (index: number) => Number(match[index] ?? 0)
  const day = { year: part(1), month: part(2), day: part(3) }
  const [hour, minute, second] = [part(4), part(5), part(6)]
  const millisecond = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const asUtc = Date.UTC(day.year, day.month - 1, day.day, hour, minute, second, millisecond)
  const calendar = new Date(asUtc)
  const exists = calendar.getUTCMonth() === day.month - 1 && calendar.getUTCDate() === day.day
  if (!exists || day.year < 1970 || hour > 23 || minute > 59 || second > 59) return null
  if (match[8] !== undefined) {
    const offset = offsetMinutes(match[8])
    return offset === null ? null : asUtc - offset * 60_000
  }
  if (match[4] !== undefined) return momentAtWallClock(timeZone, asUtc)
  const boundary = edge === 'end' ? daysLater(day, 1) : day
  return momentAtWallClock(timeZone, Date.UTC(boundary.year, boundary.month - 1, boundary.day))
}

/**
 * The wall clock time to which a date is moved, `2027-03-28T03:30`, where the clocks are put forward over its own; null:
 * its time exists, or has an offset.
 */
export function skippedTime(text: string, timeZone: string): string | null {
  const match = form.exec(text)
  if (!match || match[4] === undefined || match[8] !== undefined) return null
  const moment = readMerchantDate(text, timeZone, 'start')
  if (moment === null) return null
  const shown = isoMinute(timeZone, moment)
  return shown === text.slice(0, 16).replace(' ', 'T') ? null : shown
}

/** `+0100` and `-08:30` as minutes; null beyond 14 hours. */
function offsetMinutes(text: string): number | null {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(text) ?? ['', '+', '0', '0']
  const total = Number(hours) * 60 + Number(minutes)
  return total > 14 * 60 ? null : sign === '-' ? -total : total
}
