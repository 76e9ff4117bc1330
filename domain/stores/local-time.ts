/**
 * Wall clock times in a store's time zone, across changes of summer time. Pure; holidays are not considered.
 */

const formatters = new Map<string, Intl.DateTimeFormat>()

export interface LocalDay {
  year: number
  /** 1–12. */
  month: number
  day: number
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

function wallClock(timeZone: string, at: number): LocalDay & { asUtc: number } {
  const part: Record<string, number> = {}
  for (const { type, value } of formatterOf(timeZone).formatToParts(at)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return { year, month, day, asUtc: Date.UTC(year, month - 1, day, hour, minute, second) }
}

/** `YYYY-MM-DDTHH:MM` on the zone's wall clock at a moment (epoch ms). */
export function isoMinute(timeZone: string, at: number): string {
  return new Date(wallClock(timeZone, at).asUtc).toISOString().slice(0, 16)
}

/** The calendar day in the zone at a moment (epoch ms). */
export function localDay(timeZone: string, at: number): LocalDay {
  const { year, month, day } = wallClock(timeZone, at)
  return { year, month, day }
}

/** The moment (epoch ms) at which the zone's wall clock shows the day and hour. */
export function momentOf(timeZone: string, day: LocalDay, hour: number): number {
  return momentAtWallClock(timeZone, Date.UTC(day.year, day.month - 1, day.day, hour))
}

/** The moment (epoch ms) at which the zone's wall clock shows what `wanted` shows in UTC. */
export function momentAtWallClock(timeZone: string, wanted: number): number {
  // Twice: the first guess may fall on the other side of a change of summer time.
  const milliseconds = wanted % 1000
  const seconds = wanted - milliseconds
  let moment = seconds
  for (let round = 0; round < 2; round++) moment -= wallClock(timeZone, moment).asUtc - seconds
  return moment + milliseconds
}

/** The day `days` later. */
export function daysLater({ year, month, day }: LocalDay, days: number): LocalDay {
  const date = new Date(Date.UTC(year, month - 1, day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Monday to Friday. */
export function isWeekday({ year, month, day }: LocalDay): boolean {
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return weekday !== 0 && weekday !== 6
}

/** The day `count` weekdays after this one; 0 is the day itself, or the Monday after a weekend. */
export function weekdaysLater(from: LocalDay, count: number): LocalDay {
  let day = from
  while (!isWeekday(day)) day = daysLater(day, 1)
  for (let left = count; left > 0; left--) {
    do day = daysLater(day, 1)
    while (!isWeekday(day))
  }
  return day
}

/** `YYYY-MM-DD`. */
export function isoDay({ year, month, day }: LocalDay): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
