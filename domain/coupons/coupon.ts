/**
 * A coupon as the pricing rules use it, and the coupon entity (ENTITY-31..33) in which it is stored, returned
 * by the API and kept in the browser: amounts there are decimal major units with VAT, percentages numbers
 * 0–100. An entity is parsed only here; `api/coupon-view.ts` writes it.
 */
import { toMinorLeniently, type Minor } from '../money/money.ts'
import type { StoreCode } from '../stores/stores.ts'
import { recognizeKind, type CouponTerms, type KindFields } from './coupon-kinds.ts'
import type { AnsweredResult, RemovalReason } from './coupon-kind.ts'
import { soundPercent } from './percent.ts'
import { toSku, type SkuUnits } from '../products/sku.ts'

/** Why a coupon gives nothing for this cart at this time. */
export type CouponRefusalReason =
  | 'unknown'
  | 'disabled'
  | 'not_yet_valid'
  | 'expired'
  | 'wrong_store'
  | 'used_up'
  | 'used_up_for_customer'
  | 'minimum_spend'
  | 'not_applicable'
  | 'invalid'
  /** More codes were sent than are checked at once. */
  | 'too_many_codes'
  /** Too many codes that do not exist came from this network. */
  | 'not_judged'

/** A coupon: its code, its label for the shopper, and the terms of its kind, discriminated by `kind`. */
export type Coupon = { code: string; label: string } & CouponTerms

/** The result of an earlier response; null members are computed. */
export interface AnsweredAmounts {
  /** The full deduction of an offer, gross (COUPON-24). */
  deductedMinor: Minor | null
  /** VAT contained in it (COUPON-25). */
  vatMinor: Minor | null
  /** The percentage reached by a quantity increment (COUPON-38). */
  percentTotal: number | null
  affectedItems: readonly SkuUnits[]
}

/** An applied coupon of a cart, as pricing takes it. */
export interface CartCoupon {
  coupon: Coupon
  answered: AnsweredAmounts
}

type Optional<T> = T | null | undefined

/** Units of a product in the entity, and in a stored cart. */
interface UnitsEntity {
  sku: string
  quantity: number
}

/**
 * `Missing` in the entity: `named` goods have a name, `rounding` means that the discount rounds to nothing, `better`
 * that another one gives more.
 */
export interface MissingEntity {
  what: 'goods' | 'named' | 'units' | 'amount' | 'rounding' | 'better'
  /** The goods that it applies to, in the language of the store: "Lamps and Chargers". */
  goods?: Optional<string>
  units: number | null
  amount: number | null
  from: number | null
}

/** The terms of the coupon entity. */
export type CouponFields = { code: string; discount_label?: Optional<string> } & KindFields

/** A coupon entity as `sync-coupons` returns it: its terms and its result for this cart. */
export type CouponEntity = CouponFields & {
  applied: boolean
  failed_minimum_spend?: Optional<boolean>
  all_affected_items?: Optional<readonly UnitsEntity[]>
  buyx_free_amount?: Optional<number>
  vat_amount?: Optional<number>
  /** Percent. */
  vat_rate?: Optional<number>
  buy_x_percentage_total?: Optional<number>
  /** Beyond the specification: what the cart is missing for the code to give something. Major units. */
  missing?: Optional<MissingEntity>
  /** Beyond the specification: why the code is not applied. */
  reason?: Optional<CouponRefusalReason>
}

/** A coupon entity as the shop stores it: its terms, and its conditions and gifts. */
export type CouponDefinition = CouponFields & {
  /**
   * Beyond the specification: the label per store, in its language; `discount_label` where one is missing.
   */
  discount_labels?: Optional<Partial<Record<StoreCode, string>>>
  /** Major units (COUPON-20). */
  minimum_spend?: Optional<number>
  /** Beyond the specification: a free product that the coupon adds to the cart. */
  gift_sku?: Optional<string>
  /** Units of it; 1 when absent. */
  gift_quantity?: Optional<number>
}

export const nothingAnswered: AnsweredAmounts = {
  deductedMinor: null,
  vatMinor: null,
  percentTotal: null,
  affectedItems: [],
}

/** The definition of a code for one store: with the label of its language only. */
export function definitionIn(store: StoreCode, definition: CouponDefinition): CouponDefinition {
  const { discount_labels: labels, ...rest } = definition
  return { ...rest, ...(labels?.[store] && { discount_label: labels[store] }) }
}

/** Text of a code's discount row: its label, or the code where it has none (COUPON-26). */
export function couponLabel({ code, discount_label: label }: Pick<CouponFields, 'code' | 'discount_label'>) {
  return label?.trim() || code
}

/** The coupon of an entity's terms; null where they are invalid. */
export function readCoupon(fields: CouponFields): Coupon | null {
  const terms = recognizeKind(fields).read(fields)
  return terms && { code: fields.code, label: couponLabel(fields), ...terms }
}

const minorOf = (major: Optional<number>): Minor | null =>
  typeof major === 'number' ? toMinorLeniently(major) : null

const readUnits = (items: readonly UnitsEntity[]): SkuUnits[] =>
  items.map(({ sku, quantity }) => ({ sku: toSku(sku), quantity }))

const affectedItemsOf = ({ all_affected_items: items }: CouponEntity): readonly SkuUnits[] | null =>
  Array.isArray(items) ? readUnits(items) : null

/** The applied coupons among a cart's entities, in their order; only these affect its price. */
export function readCartCoupons(entities: readonly CouponEntity[]): CartCoupon[] {
  return entities.flatMap((entity) => {
    const coupon = entity.applied ? readCoupon(entity) : null
    if (coupon === null) return []
    const { buyx_free_amount: deducted, vat_amount: vat, buy_x_percentage_total: percent } = entity
    const answered: AnsweredAmounts = {
      deductedMinor: minorOf(deducted),
      vatMinor: minorOf(vat),
      percentTotal: percent == null ? null : soundPercent(percent),
      affectedItems: affectedItemsOf(entity) ?? [],
    }
    return [{ coupon, answered }]
  })
}

/**
 * Why an entity must be removed from a stored cart with these lines, or null where it may stay (COUPON-18,
 * COUPON-29, COUPON-30).
 */
export function removalReason(entity: CouponEntity, items: readonly UnitsEntity[]): RemovalReason | null {
  const kind = recognizeKind(entity)
  const terms = kind.read(entity)
  if (terms === null) return entity.applied ? 'invalid' : null
  const result: AnsweredResult = {
    applied: entity.applied,
    affectedItems: affectedItemsOf(entity),
    deductedMinor: minorOf(entity.buyx_free_amount),
  }
  return kind.check(terms, result, readUnits(items))
}
