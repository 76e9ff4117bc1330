/** Intervals at which products are ordered again in the store's language. */
import type { Translate } from '../../../ui/strings.tsx'

/**
 * "3 months" as "every 3 months"; a name in another form is shown unchanged. Names are checked when products are
 * imported (`readInterval`), which is too much code for the first load of a product page.
 */
export function intervalText(name: string, t: Translate): string {
  const [, count, unit] = /^(\d+) (week|month)s?$/.exec(name) ?? []
  if (count === undefined) return name
  return t(unit === 'week' ? 'product.interval_weeks' : 'product.interval_months', { count: Number(count) })
}
