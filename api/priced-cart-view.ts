/** A priced cart in the contract's shape. */
import type { FeeAnswer, PricedCartAnswer, PricedLineAnswer } from '../contract/priced-cart.ts'
import type { CartLine } from '../domain/cart/cart-line.ts'
import type { ShopCart } from '../domain/cart/price-shop-cart.server.ts'
import { toMajor, subtractMinor } from '../domain/money/money.ts'
import type { PricedLine, PriceReason } from '../domain/pricing/priced-cart.ts'
import type { Store } from '../domain/stores/stores.ts'

const viewReason = ({ kind, code, percent, amountMinor }: PriceReason) => ({
  kind,
  code,
  percent,
  amount: toMajor(amountMinor),
})

function viewLine(line: PricedLine, name: string): PricedLineAnswer {
  return {
    uuid: line.uuid,
    product_id: line.productId,
    sku: line.sku,
    name,
    quantity: line.quantity,
    tier_price: toMajor(line.unitMinor),
    before_price: line.beforeUnitMinor === null ? null : toMajor(line.beforeUnitMinor),
    unit_price: toMajor(line.unitMinor),
    line_total: toMajor(line.lineTotalMinor),
    deducted: toMajor(subtractMinor(line.lineTotalMinor, line.netMinor)),
    total: toMajor(line.netMinor),
    total_ex_vat: toMajor(subtractMinor(line.netMinor, line.vatMinor)),
    vat: line.vatRateBasisPoints / 100,
    vat_amount: toMajor(line.vatMinor),
    reasons: line.reasons.map(viewReason),
  }
}

/** The fees among the priced lines, by type. */
function viewFees(lines: readonly PricedLine[], sold: readonly CartLine[]): FeeAnswer[] {
  const byUuid = new Map(sold.map((line) => [line.uuid, line]))
  return lines
    .filter((line) => line.kind === 'fee')
    .map((line) => ({
      uuid: line.uuid,
      kind: byUuid.get(line.uuid)?.feeKind ?? 'fee',
      label: byUuid.get(line.uuid)?.name ?? line.sku,
      quantity: line.quantity,
      unit_price: toMajor(line.unitMinor),
      amount: toMajor(line.netMinor),
      vat: line.vatRateBasisPoints / 100,
      vat_amount: toMajor(line.vatMinor),
    }))
}

export function viewPricedCart(store: Store, { synced, lines, cart, coupons }: ShopCart): PricedCartAnswer {
  const names = new Map(lines.map(({ uuid, name }) => [uuid, name]))
  return {
    currency: store.currency,
    lines: cart.lines
      .filter((line) => line.kind !== 'fee')
      .map((line) => viewLine(line, names.get(line.uuid)!)),
    deductions: cart.deductions.map(({ code, label, kind, amountMinor, vatMinor }) => ({
      code,
      label,
      kind,
      amount: toMajor(amountMinor),
      vat_amount: toMajor(vatMinor),
    })),
    fees: viewFees(cart.lines, lines),
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
    unavailable: synced.lines.filter((line) => !line.orderable).map((line) => line.uuid),
    removed: synced.removed,
  }
}
