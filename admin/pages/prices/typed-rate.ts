/** Rates between currencies as a person types them. Pure. */

/** `0,0871` and `11.48`, with at most six decimals, above zero and at most 1000; null: it is none. */
export function readRate(text: string): number | null {
  const bare = text.trim().replace(',', '.')
  const rate = /^\d{1,4}(?:\.\d{1,6})?$/.test(bare) ? Number(bare) : 0
  return rate > 0 && rate <= 1_000 ? rate : null
}

/** As it is typed in a language, with its decimal separator. */
export const writeRate = (rate: number, iso: string): string =>
  new Intl.NumberFormat(iso, { maximumFractionDigits: 6, useGrouping: false }).format(rate)
