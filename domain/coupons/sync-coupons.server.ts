/**
 * What the codes of a shopper come to for a cart: each is looked up, judged against store, moment and limits, and
 * the ones that hold are evaluated. Every code is answered once, in the order sent, refused ones with the reason.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Keyring } from '../keys/keyring.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { hasSoundTypes } from './coupon-fields.ts'
import { rememberedCoupons } from './coupon-memory.server.ts'
import { customerKey, customerKeys, findCoupons } from './coupon-repository.server.ts'
import { refusalOf } from './coupon-rules.ts'
import { definitionIn, type Coupon, type CouponDefinition, type CouponRefusalReason } from './coupon.ts'
import { normalizeCode, plausibleCodes } from './discount-code.ts'
import { evaluateCoupons, type CouponCart } from './evaluate-coupons.ts'

export interface CodeLookup {
  store: StoreCode
  codes: readonly string[]
  /** Epoch milliseconds. */
  now: number
  /** The buyer's address where it is known already: some codes may be used only so often by one customer. */
  email?: string | null
}

/** A code as sent, in the form codes are compared in: with what it promises, or with why it does not hold. */
export type FoundCode =
  | { code: string; definition: CouponDefinition }
  | { code: string; reason: CouponRefusalReason }

/** The shop's codes: every code once, in the order sent. */
export interface CouponBook {
  find(lookup: CodeLookup): Promise<FoundCode[]>
  /** Under which key the uses of the customer with this address are counted. */
  customerKey(email: string): string
}

/** A shop that has given out no codes. */
export const noCoupons: CouponBook = {
  find: ({ codes }) => Promise.resolve(codes.map((code) => ({ code, reason: 'unknown' }))),
  customerKey: () => '',
}

/**
 * The codes that stand in the database. With `memoryMs` a code is judged by what was read of it so long ago at most, so
 * that a cart that is priced at every tap asks nothing. Where the buyer is named, as with every order, it is always
 * read anew; and the order itself counts uses under a lock.
 */
export function createCouponBook(
  db: Kysely<DB>,
  keys: Keyring,
  { memoryMs = 0 }: { memoryMs?: number } = {},
): CouponBook {
  const read = (codes: readonly string[]) => findCoupons(db, codes)
  const remembered = memoryMs > 0 ? rememberedCoupons(read, memoryMs) : read
  const lookUp = (codes: readonly string[]) => remembered(plausibleCodes(codes))
  return {
    customerKey: (email) => customerKey(keys, email),
    async find({ store, codes, now, email }) {
      const unique = [...new Set(codes.map(normalizeCode).filter((code) => code !== ''))]
      const stored = email ? await findCoupons(db, unique, customerKeys(keys, email)) : await lookUp(unique)
      const byCode = new Map(stored.map((coupon) => [coupon.definition.code, coupon]))
      return unique.map((code): FoundCode => {
        const coupon = byCode.get(code)
        if (!coupon) return { code, reason: 'unknown' }
        if (!hasSoundTypes(coupon.definition)) return { code, reason: 'invalid' }
        const reason = refusalOf(coupon, { store, now, ...coupon })
        return reason === null
          ? { code, definition: definitionIn(store, coupon.definition) }
          : { code, reason }
      })
    },
  }
}

/** The answer of sync-coupons: every code, applied with what it comes to, or not and why. */
export function answerCoupons(cart: CouponCart, found: readonly FoundCode[]): Coupon[] {
  const definitions = found.flatMap((entry) => ('definition' in entry ? [entry.definition] : []))
  const evaluated = new Map(evaluateCoupons(cart, definitions).map((coupon) => [coupon.code, coupon]))
  return found.map(
    (entry): Coupon =>
      evaluated.get(entry.code) ?? {
        code: entry.code,
        applied: false,
        failed_minimum_spend: false,
        reason: 'reason' in entry ? entry.reason : 'invalid',
      },
  )
}
