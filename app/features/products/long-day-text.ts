/** A day of the form `YYYY-MM-DD` in words. */
export function longDayText(day: string, iso: string): string {
  return new Intl.DateTimeFormat(iso, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
}
