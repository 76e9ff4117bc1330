/** Opening hours of service points as text. Pure. */

/** One day, 0 Monday to 6 Sunday; times are `HH:MM`. */
export interface OpenDay {
  day: number
  opens: string
  closes: string
}

/** A Monday, in UTC. */
const someMonday = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000

/**
 * One line per run of days with the same hours, e.g. `mån–fre 08:00–20:00`. Open around the clock on all days
 * is `24/7`.
 */
export function openingHoursText(days: readonly OpenDay[], language: string): string[] {
  const hours = Array.from({ length: 7 }, (_, day) =>
    days
      .filter((entry) => entry.day === day)
      .map(({ opens, closes }) => `${opens}–${closes}`)
      .toSorted()
      .join(', '),
  )
  if (hours.every((text) => /^00:00–(?:00:00|23:59|24:00)$/.test(text))) return ['24/7']
  const name = (day: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(someMonday + day * dayMs)
  const lines: string[] = []
  for (let first = 0; first < 7;) {
    let last = first
    while (last < 6 && hours[last + 1] === hours[first]) last += 1
    if (hours[first] !== '')
      lines.push(`${first === last ? name(first) : `${name(first)}–${name(last)}`} ${hours[first]}`)
    first = last + 1
  }
  return lines
}
