/** Intervals and days in the store's language. */
import { formatMessage } from '../../domain/content/message.ts'
import { readInterval } from '../../domain/intervals/interval.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { textsOf } from '../../locales/texts.server.ts'

/** "3 months" as "every 3 months"; a name in another form is shown unchanged. */
export function intervalWords(code: StoreCode, name: string): string {
  const interval = readInterval(name)
  if (interval === null) return name
  const said = textsOf(code).mails.interval
  const text = interval.unit === 'week' ? said.every_week : said.every_month
  return formatMessage(text, { count: interval.count }, stores[code].iso)
}

/** `day`: `YYYY-MM-DD`. */
export function longDay(code: StoreCode, day: string): string {
  return new Intl.DateTimeFormat(stores[code].iso, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T12:00:00Z`),
  )
}

/** Two days of the form `YYYY-MM-DD` as "23–24 November 2026"; one day where they are equal. */
export function dayRange(code: StoreCode, { from, to }: { from: string; to: string }): string {
  return new Intl.DateTimeFormat(stores[code].iso, { dateStyle: 'long', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T12:00:00Z`),
    new Date(`${to}T12:00:00Z`),
  )
}
