/** First to last day of arrival, as "måndag 30 november–tisdag 1 december"; a day stays with its month on one line. */
export function arrivalDays(iso: string, { from, to }: { from: string; to: string }): string {
  const days = new Intl.DateTimeFormat(iso, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return days.formatRange(new Date(from), new Date(to)).replaceAll(/(\d\.?) /g, '$1\u00A0')
}
