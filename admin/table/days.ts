/** Periods of days of a filter, as the address holds them: `2026-11-01..2026-11-30`, open at either end. Pure. */

export interface Days {
  /** `2026-11-01`; empty: open. */
  from: string
  to: string
}

export function readDays(value: string): Days {
  const [from = '', to = ''] = value.split('..')
  return { from, to }
}

/** Empty where both ends are open: no filter. */
export const writeDays = ({ from, to }: Days): string => (from === '' && to === '' ? '' : `${from}..${to}`)

/**
 * Whether the period can be applied. While a year is typed, a date field answers years such as 0002 and 0020: each
 * would be another list.
 */
export const areDaysComplete = ({ from, to }: Days): boolean =>
  [from, to].every((day) => day === '' || day >= '1900')

/** The day of a moment by the clock of the browser, as `2026-11-23`. */
const dayOf = (moment: Date): string =>
  [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The last `count` days, which end `before` days ago: (1, 0) is today, (1, 1) is yesterday. */
export function lastDays(count: number, before: number, now = new Date()): Days {
  const daysAgo = (days: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
  return { from: daysAgo(before + count - 1), to: daysAgo(before) }
}

/** `1 Nov 2026 – 30 Nov 2026`; a single day once. `format`: a day in the person's language. */
export function daysText(value: string, format: (day: string) => string): string {
  const { from, to } = readDays(value)
  const text = (day: string) => (/^\d{4}-\d\d-\d\d$/.test(day) ? format(day) : day)
  return from === to ? text(from) : `${text(from)} – ${text(to)}`.trim()
}
