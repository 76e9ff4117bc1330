/** Amounts of other systems' files, which name no currency: they are in that of the store that the file is for. */
import type { Store } from '../domain/stores/stores.ts'
import { readDecimal } from './decimal-number.ts'

/** `3,49` → `3.49 EUR`. What is no number stays as it is, so that the row is refused with it; empty stays empty. */
export function amountWith(text: string, { currency }: Store): string {
  if (text === '') return ''
  const read = readDecimal(text)
  return read.ok ? `${read.decimal} ${currency}` : `${text} ${currency}`
}

/** Whether both are numbers, and the first is below the second. */
export function isLower(text: string, other: string): boolean {
  const [price, before] = [readDecimal(text), readDecimal(other)]
  return price.ok && before.ok && Number(price.decimal) < Number(before.decimal)
}
