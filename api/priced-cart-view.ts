/**
 * A priced cart as the API answers it: Σ line_total − Σ deductions + Σ fees = sum, in major units with VAT, and per
 * line the reasons of its price. The same numbers as cart, checkout and order show.
 */
import { z } from 'zod'
import type { CartItem } from '../domain/cart/cart-item.ts'
import type { ShopCart } from '../domain/cart/price-shop-cart.server.ts'
import { toMajor } from '../domain/money/money.ts'
import type { PricedLine, PriceReason } from '../domain/pricing/priced-cart.ts'
import type { Store } from '../domain/stores/stores.ts'

const amount = z.number()

const priceReason = z.object({
  kind: z.string(),
  code: z.string().nullable(),
  percent: z.number().nullable(),
  amount,
})

const pricedLine = z.object({
  uuid: z.string(),
  product_id: z.number(),
  sku: z.string(),
  name: z.string(),
  quantity: z.number(),
  tier_price: amount.meta({ description: 'Unit price of the tier in force, before codes' }),
  before_price: amount.nullable(),
  unit_price: amount.meta({ description: 'Unit price charged' }),
  line_total: amount.meta({ description: 'unit_price × quantity' }),
  deducted: amount.meta({ description: 'Its shares of the deductions' }),
  total: amount.meta({ description: 'What is paid for the line' }),
  vat: z.number().meta({ description: 'Percent' }),
  vat_amount: amount.meta({ description: 'VAT in total' }),
  reasons: z.array(priceReason),
})

const fee = z.object({
  uuid: z.string(),
  kind: z.string(),
  label: z.string(),
  quantity: z.number(),
  unit_price: amount,
  amount,
  vat: z.number(),
  vat_amount: amount,
})

export const pricedCartAnswer = z.object({
  currency: z.string(),
  lines: z.array(pricedLine),
  deductions: z.array(
    z.object({ code: z.string(), label: z.string(), kind: z.string(), amount, vat_amount: amount }),
  ),
  fees: z.array(fee),
  sum: amount,
  sum_ex_vat: amount,
  vat_amount: amount,
  vat: z.array(z.object({ rate: z.number(), gross: amount, vat_amount: amount })),
  coupons: z.array(z.string()).meta({ description: 'Codes that count' }),
  rejected: z.array(z.object({ code: z.string(), reason: z.string() })),
  unavailable: z.array(z.string()).meta({ description: 'uuids of lines that cannot be ordered; not priced' }),
  removed: z.number().meta({ description: 'Lines the store does not sell' }),
})

const viewReason = ({ kind, code, percent, amountMinor }: PriceReason) => ({
  kind,
  code,
  percent,
  amount: toMajor(amountMinor),
})

function viewLine(line: PricedLine, item: CartItem): z.infer<typeof pricedLine> {
  return {
    uuid: line.uuid,
    product_id: line.productId,
    sku: line.sku,
    name: item.name,
    quantity: line.quantity,
    tier_price: toMajor(line.tierUnitMinor),
    before_price: line.beforeUnitMinor === null ? null : toMajor(line.beforeUnitMinor),
    unit_price: toMajor(line.unitMinor),
    line_total: toMajor(line.lineTotalMinor),
    deducted: toMajor(line.lineTotalMinor - line.netMinor),
    total: toMajor(line.netMinor),
    vat: line.vatRateBasisPoints / 100,
    vat_amount: toMajor(line.vatMinor),
    reasons: line.reasons.map(viewReason),
  }
}

/** The fees among the priced lines, by what they are for. */
function viewFees(lines: readonly PricedLine[], items: readonly CartItem[]): z.infer<typeof fee>[] {
  const byUuid = new Map(items.map((item) => [item.uuid, item]))
  return lines
    .filter((line) => line.kind === 'fee')
    .map((line) => ({
      uuid: line.uuid,
      kind: byUuid.get(line.uuid)?.fee ?? 'fee',
      label: byUuid.get(line.uuid)?.name ?? line.sku,
      quantity: line.quantity,
      unit_price: toMajor(line.unitMinor),
      amount: toMajor(line.netMinor),
      vat: line.vatRateBasisPoints / 100,
      vat_amount: toMajor(line.vatMinor),
    }))
}

export function viewPricedCart(
  store: Store,
  { synced, items, cart, coupons }: ShopCart,
): z.infer<typeof pricedCartAnswer> {
  const byUuid = new Map(items.map((item) => [item.uuid, item]))
  return {
    currency: store.currency,
    lines: cart.lines
      .filter((line) => line.kind !== 'fee')
      .map((line) => viewLine(line, byUuid.get(line.uuid)!)),
    deductions: cart.deductions.map(({ code, label, kind, amountMinor, vatMinor }) => ({
      code,
      label,
      kind,
      amount: toMajor(amountMinor),
      vat_amount: toMajor(vatMinor),
    })),
    fees: viewFees(cart.lines, items),
    sum: toMajor(cart.sumMinor),
    sum_ex_vat: toMajor(cart.sumExVatMinor),
    vat_amount: toMajor(cart.vatMinor),
    vat: cart.vatPerRate.map((entry) => ({
      rate: entry.vatRateBasisPoints / 100,
      gross: toMajor(entry.grossMinor),
      vat_amount: toMajor(entry.vatMinor),
    })),
    coupons: coupons.filter((coupon) => coupon.applied).map((coupon) => coupon.code),
    rejected: coupons
      .filter((coupon) => !coupon.applied)
      .map(({ code, reason }) => ({ code, reason: reason ?? 'not_applicable' })),
    unavailable: synced.lines.filter((line) => !line.orderable).map((line) => line.item.uuid),
    removed: synced.removed,
  }
}
