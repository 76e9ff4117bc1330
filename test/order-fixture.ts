/** A snapshot and a stored order for tests that start after checkout. */
import { testActor } from './test-actor.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { StockAllocation } from '../domain/cart/allocate-stock.ts'
import { insertCheckout } from '../domain/checkout/checkout-repository.server.ts'
import { minor } from '../domain/money/money.ts'
import { insertOrder, type WrittenOrder } from '../domain/orders/order-repository.server.ts'
import type { OrderSnapshot } from '../domain/orders/order-snapshot.ts'
import { storePolicies, stores, type StoreCode } from '../domain/stores/stores.ts'
import { toProductId } from '../domain/products/product-id.ts'
import { toSku } from '../domain/products/sku.ts'

export function snapshotOf(store: StoreCode, more: Partial<OrderSnapshot> = {}): OrderSnapshot {
  const { currency, countryCode } = stores[store]
  const { vatRateBasisPoints } = storePolicies[store]
  return {
    format: 1,
    store,
    currency,
    placedAt: '2026-11-20T09:00:00.000Z',
    customer: {
      type: 'private',
      email: 'anna@example.se',
      phone: '0701234567',
      firstName: 'Anna',
      lastName: 'Åberg',
      companyName: null,
      identityNumber: null,
    },
    address: { street: 'Storgatan 1', postalCode: '12345', city: 'Luleå', countryCode },
    lines: [
      {
        uuid: 'l1',
        productId: toProductId(1),
        sku: toSku('SKU-1'),
        name: 'Batteri <AA> & laddare',
        slug: 'p-1',
        kind: 'goods',
        quantity: 2,
        unitMinor: minor(17_900),
        beforeUnitMinor: minor(19_900),
        lineTotalMinor: minor(35_800),
        deductions: [{ code: 'HEJ', amountMinor: minor(5_800) }],
        totalMinor: minor(30_000),
        vatMinor: minor(6_000),
        vatRateBasisPoints,
        reasons: [
          { kind: 'coupon', code: 'TIO', percent: 10, amountMinor: minor(4_000) },
          { kind: 'fixed', code: 'HEJ', percent: null, amountMinor: minor(5_800) },
        ],
        subscriptionInterval: null,
        estimatedAt: null,
      },
    ],
    deductions: [
      {
        code: 'HEJ',
        label: 'Välkomstrabatt',
        kind: 'fixed',
        amountMinor: minor(5_800),
        vatMinor: minor(1_160),
      },
    ],
    couponCodes: ['TIO', 'HEJ'],
    shipping: {
      methodId: 'budbee-home',
      carrier: 'budbee',
      kind: 'home',
      name: 'Budbee hem till dörren',
      priceMinor: minor(6_900),
      vatMinor: minor(1_380),
      vatRateBasisPoints,
      servicePoint: null,
      arrival: { from: '2026-11-23', to: '2026-11-24' },
    },
    payment: 'invoice',
    sumMinor: minor(30_000),
    totalMinor: minor(36_900),
    vatMinor: minor(7_380),
    vatPerRate: [{ vatRateBasisPoints, grossMinor: minor(36_900), vatMinor: minor(7_380) }],
    ...more,
  }
}

/** Stores a pending order as checkout does, with its stock allocated. */
export async function writtenOrder(
  db: Kysely<DB>,
  snapshot: OrderSnapshot,
  options: { allocations?: StockAllocation[]; providerOrderId?: string } = {},
): Promise<WrittenOrder & { checkoutId: string; providerOrderId: string }> {
  const checkoutId = await insertCheckout(db, {
    store: snapshot.store,
    lines: [],
    couponCodes: [],
    campaignData: null,
  })
  const providerOrderId = options.providerOrderId ?? `${snapshot.payment}-${checkoutId}-1`
  const order = await insertOrder(db, {
    actor: testActor,
    checkoutId,
    checkoutVersion: 1,
    snapshot,
    identityNumberEncrypted: null,
    allocations: options.allocations ?? [],
    payment: { providerOrderId, idempotencyKey: `${checkoutId}-1` },
  })
  if (!order) throw new Error('the test’s order was not written')
  return { ...order, checkoutId, providerOrderId }
}
