/** Months of the calendar of campaigns, as days `YYYY-MM-DD`. Pure. */

/** Months that are shown together. */
export const shownMonths = 3

const dayMs = 86_400_000
const isoDay = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)

/** The first day of the month that is `months` after the one of a day. */
export function monthAfter(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return isoDay(year, month - 1 + months)
}

export interface Span {
  /** Percent of the shown width. */
  left: number
  width: number
}

/** Which of the shown days a campaign covers. `startsOn`, `endsOn`: first and last day; null: open. */
export function spanOf(
  { startsOn, endsOn }: { startsOn: string | null; endsOn: string | null },
  { from, until }: { from: string; until: string },
): Span {
  const [first, end] = [Date.parse(from), Date.parse(until)]
  const within = (at: number) => (Math.max(first, Math.min(end, at)) - first) / (end - first)
  const left = within(startsOn === null ? first : Date.parse(startsOn))
  const right = within(endsOn === null ? end : Date.parse(endsOn) + dayMs)
  return { left: left * 100, width: (right - left) * 100 }
}
