/** The intervals of subscriptions in the store's language. */
import { readInterval } from '../../../domain/intervals/interval.ts'
import type { Translate } from '../../../ui/strings.tsx'

/** "3 months" as "every 3 months"; a name in another form is shown unchanged. */
export function intervalText(name: string, t: Translate): string {
  const interval = readInterval(name)
  if (interval === null) return name
  const key = interval.unit === 'week' ? 'product.interval_weeks' : 'product.interval_months'
  return t(key, { count: interval.count })
}
