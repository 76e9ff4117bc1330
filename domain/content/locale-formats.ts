/** Cached Intl formatters per language: creating one is too slow to repeat for every page. */

const numbers = new Map<string, Intl.NumberFormat>()
const plurals = new Map<string, Intl.PluralRules>()
const days = new Map<string, Intl.DateTimeFormat>()

/** A number formatted in the language: 3.7 → "3,7" in Swedish. */
export function formatNumber(value: number, iso: string): string {
  return kept(numbers, iso, () => new Intl.NumberFormat(iso)).format(value)
}

/** The plural form of a count: 1 → "one". */
export function pluralForm(count: number, iso: string): Intl.LDMLPluralRule {
  return kept(plurals, iso, () => new Intl.PluralRules(iso)).select(count)
}

/** A day in a time zone, formatted in the language: "3 dec. 2026". */
export function formatDate(moment: Date, iso: string, timeZone: string): string {
  const make = () => new Intl.DateTimeFormat(iso, { dateStyle: 'medium', timeZone })
  return kept(days, `${iso} ${timeZone}`, make).format(moment)
}

function kept<F>(formats: Map<string, F>, key: string, make: () => F): F {
  let format = formats.get(key)
  if (format === undefined) formats.set(key, (format = make()))
  return format
}
