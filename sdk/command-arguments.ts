/** Readers of the arguments and options that several commands take. What they refuse is reported with the argument's name. */
import { InvalidArgumentError } from 'commander'
import { readMinor, type Minor } from '../domain/money/money.ts'
import { toSku, type Sku } from '../domain/products/sku.ts'
import { readMerchantDate, type DateEdge } from '../domain/stores/merchant-date.ts'
import { isDay } from '../domain/stores/store-day.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'

/** A whole number within limits, written in digits alone. */
function readWhole(text: string, least: number, most: number): number {
  const number = Number(text)
  if (/^\d{1,15}$/.test(text) && number >= least && number <= most) return number
  throw new InvalidArgumentError(`A whole number from ${least} to ${most}, please.`)
}

/** The id of a row in a table whose ids are of type integer. */
export const readId = (text: string): number => readWhole(text, 1, 2 ** 31 - 1)

/** The id of a row in a table whose ids are of type bigint. */
export const readLongId = (text: string): number => readWhole(text, 1, 999_999_999_999_999)

/** Units of one order line. */
export const readQuantity = (text: string): number => readWhole(text, 1, 5000)

/** `--limit` of lists of orders and the like. */
export const readLimit = (text: string): number => readWhole(text, 1, 1000)

export const readCount = (text: string): number => readWhole(text, 1, 99_999)

function readAmountFrom(text: string, least: number): Minor | null {
  try {
    const amount = readMinor(text)
    return amount >= least ? amount : null
  } catch {
    return null
  }
}

/** An amount above 0 in major units. */
export function readAmount(text: string): Minor {
  const amount = readAmountFrom(text, 1)
  if (amount !== null) return amount
  throw new InvalidArgumentError('An amount above 0 with at most two decimals, please.')
}

/** An amount in major units, 0 included. */
export function readAmountOrZero(text: string): Minor {
  const amount = readAmountFrom(text, 0)
  if (amount !== null) return amount
  throw new InvalidArgumentError('An amount of at least 0 with at most two decimals, please.')
}

/** An existing day as `YYYY-MM-DD`. */
export function readDay(text: string): string {
  if (isDay(text)) return text
  throw new InvalidArgumentError('A day such as 2026-12-24, please.')
}

/** The moment at which a day of the store begins, or ends: the begin of the next one. */
export function edgeOfDay(store: StoreCode, day: string, edge: DateEdge): Date {
  return new Date(readMerchantDate(day, stores[store].timeZone, edge)!)
}

/** An article number; whether a product has it is not checked. */
export function readSku(text: string): Sku {
  if (text === '') throw new InvalidArgumentError('It must not be empty.')
  return toSku(text)
}
