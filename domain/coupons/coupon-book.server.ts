/**
 * Looks up a shopper's codes and checks them against store, time and limits; their effect on a cart is
 * evaluated in `domain/cart`. Every code is returned once, in the order sent, rejected ones with the reason.
 * At most ten are checked, and a network that guesses codes gets no further results
 * (`guessed-codes.server.ts`).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { createCouponCache } from './coupon-cache.server.ts'
import { hasSoundTypes } from './coupon-record.server.ts'
import { customerKey, customerKeys, findCoupons, type StoredCoupon } from './coupon-repository.server.ts'
import { refusalOf } from './coupon-rules.ts'
import { definitionIn, type CouponDefinition, type CouponRefusalReason } from './coupon.ts'
import { normalizeCode, plausibleCodes } from './discount-code.ts'
import { createGoodsNames, type NameGoods } from './goods-name.server.ts'
import { createGuessedCodes } from './guessed-codes.server.ts'

export interface CodeLookup {
  store: StoreCode
  codes: readonly string[]
  /** Epoch milliseconds. */
  now: number
  /** The buyer's e-mail address where it is known: some codes are limited per customer. */
  email?: string | null
}

/** A code in normalised form, with its definition, or with the reason for its rejection. */
export type FoundCode =
  | { code: string; definition: CouponDefinition }
  | { code: string; reason: CouponRefusalReason }

/** Looks up codes: every code once, in the order sent. */
export interface CouponBook {
  find(lookup: CodeLookup): Promise<FoundCode[]>
  /** The same book for the requests of one network (`rateLimitKey`), with a limit on guessing. */
  forNetwork(network: string): CouponBook
  /** The name of goods that a coupon applies to. */
  goodsName: NameGoods
  /** The key under which the uses of the customer with this address are counted. */
  customerKey(email: string): string
}

/** Most codes checked per call; the rest are returned as not applied. */
export const mostJudgedCodes = 10

/** A shop without codes. */
export const noCoupons: CouponBook = {
  forNetwork: () => noCoupons,
  find: ({ codes }) => Promise.resolve(codes.map((code) => ({ code, reason: 'unknown' }))),
  goodsName: () => Promise.resolve(null),
  customerKey: () => '',
}

/**
 * The codes in the database. With `maxAgeMs` a code is checked against data read at most that long ago, so
 * that a cart re-priced at every tap runs no query. With a named buyer, as for every order, data is always
 * read again, and the order itself counts uses under a lock.
 */
export function createCouponBook(
  db: Kysely<DB>,
  keys: Keyring,
  { maxAgeMs = 0 }: { maxAgeMs?: number } = {},
): CouponBook {
  const read = (codes: readonly string[]) => findCoupons(db, codes)
  const remembered = maxAgeMs > 0 ? createCouponCache(read, maxAgeMs) : read
  const guessed = createGuessedCodes({ db, keys })
  const goodsName = createGoodsNames(db)
  const lookUp = async (codes: readonly string[], email: string | null) => {
    const stored = email ? await findCoupons(db, codes, customerKeys(keys, email)) : await remembered(codes)
    return new Map(stored.map((coupon) => [coupon.definition.code, coupon]))
  }

  async function find(
    { store, codes, now, email = null }: CodeLookup,
    network: string | null,
  ): Promise<FoundCode[]> {
    const unique = [...new Set(codes.map(normalizeCode).filter((code) => code !== ''))]
    const first = unique.slice(0, mostJudgedCodes)
    // The others are unknown without a look-up and are not counted as guesses: their text is not kept anywhere.
    const plausible = plausibleCodes(first)
    const judgeable = network === null ? plausible : guessed.judgeable(network, plausible, now)
    const byCode = await lookUp(judgeable, email)
    const found = judgeable.filter((code) => byCode.has(code))
    const missing = judgeable.filter((code) => !byCode.has(code))
    const judged =
      network === null ? new Set(judgeable) : await guessed.take(network, { found, missing }, now)
    return unique.map((code, place): FoundCode => {
      if (place >= mostJudgedCodes) return { code, reason: 'too_many_codes' }
      if (!plausible.includes(code)) return { code, reason: 'unknown' }
      return judged.has(code) ? judge(code, byCode.get(code), store, now) : { code, reason: 'not_judged' }
    })
  }

  const bookOf = (network: string | null): CouponBook => ({
    find: (lookup) => find(lookup, network),
    forNetwork: bookOf,
    goodsName,
    customerKey: (email) => customerKey(keys, email),
  })
  return bookOf(null)
}

/** Whether a code is valid in the store at this time. */
function judge(code: string, coupon: StoredCoupon | undefined, store: StoreCode, now: number): FoundCode {
  if (!coupon) return { code, reason: 'unknown' }
  if (!hasSoundTypes(coupon.definition)) return { code, reason: 'invalid' }
  const reason = refusalOf(coupon, { store, now, ...coupon })
  return reason === null ? { code, definition: definitionIn(store, coupon.definition) } : { code, reason }
}
