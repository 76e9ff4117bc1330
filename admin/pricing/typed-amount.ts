/** Amounts as a person types or pastes them, with a decimal comma or point. Pure. */

/**
 * An amount in major units: `1 299,50`, `1.299,50`, `1299.5 kr`. One separator before three digits could be either, as
 * in `1.299`: `ambiguous`.
 */
export function readAmount(text: string): number | 'amount' | 'ambiguous' {
  const bare = text
    .replaceAll(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^(?:SEK|NOK|DKK|EUR|€|kr\.?)|(?:SEK|NOK|DKK|EUR|€|kr\.?|:-)$/i, '')
  if (!/^\d[\d.,]*$/.test(bare)) return 'amount'
  const separators = bare.replaceAll(/\d/g, '')
  if (separators === '') return amountOf(bare)
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'))
  const [whole, decimals] = [bare.slice(0, last), bare.slice(last + 1)]
  const grouping = separators.slice(0, -1)
  if (decimals.length === 3 && !grouping.includes(separators.at(-1)!)) {
    if (separators.length === 1) return 'ambiguous'
    return 'amount'
  }
  // `1.299.500`: every separator groups.
  if (decimals.length === 3)
    return /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(bare)
      ? amountOf(bare.replaceAll(/[.,]/g, ''))
      : 'amount'
  if (decimals.length > 2 || decimals.length === 0) return 'amount'
  if (grouping !== '' && !/^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole)) return 'amount'
  if (grouping.includes(separators.at(-1)!)) return 'amount'
  return amountOf(`${whole.replaceAll(/[.,]/g, '')}.${decimals}`)
}

const amountOf = (digits: string) => (Number(digits) <= 10_000_000 ? Number(digits) : 'amount')

/** With two decimals where it is not whole; empty for no price. */
export const writeAmount = (price: number | undefined): string =>
  price === undefined ? '' : Number.isInteger(price) ? String(price) : price.toFixed(2)
