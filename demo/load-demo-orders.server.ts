/**
 * Places the orders of the demo as shoppers would, at times of the last days. For an empty shop: where anybody has
 * ordered, nothing is placed.
 */
import { randomUUID } from 'node:crypto'
import type { Actor } from '../domain/audit/actor.ts'
import type { CartProducts } from '../domain/catalogue/cart-product.ts'
import { insertCheckout, updateCheckoutDetails } from '../domain/checkout/checkout-repository.server.ts'
import { completeCheckout, type CompleteServices } from '../domain/checkout/complete-checkout.server.ts'
import { priceCheckout } from '../domain/checkout/price-checkout.server.ts'
import { shipOrder, type ShipServices } from '../domain/dispatch/ship-order.server.ts'
import { moveOrder } from '../domain/orders/move-order.server.ts'
import type { JobQueue } from '../domain/jobs/job-queue.ts'
import { toSku, type Sku } from '../domain/products/sku.ts'
import { stores, type StoreCode } from '../domain/stores/stores.ts'
import { demoOrders, type DemoOrder } from './demo-orders.ts'

type Services = CompleteServices & ShipServices & { jobs: JobQueue; catalogue: CartProducts }

export type DemoOrderServices = Services & {
  /** What buyers do with delivered orders, by the word for it (`delivered`): of modules. */
  ends: Readonly<Record<string, DemoOrderEnd>>
}

/** Does with a delivered order what its buyer does. `sku`: of its first line. */
export type DemoOrderEnd = (services: Services, actor: Actor, order: DeliveredDemoOrder) => Promise<void>

export interface DeliveredDemoOrder {
  number: string
  store: StoreCode
  sku: Sku
  comment: string
  buyer: { name: string; email: string }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** From the order to its delivery, and from there to what its buyer does. */
const deliveryMs = 2 * dayMs
const secondThoughtsMs = dayMs

/** Returns how many orders were placed. An order that the shop refuses is a fault of the demo, and is thrown. */
export async function loadDemoOrders(services: DemoOrderServices, actor: Actor): Promise<number> {
  const { db, clock } = services
  const known = await db.selectFrom('orders').select('id').limit(1).executeTakeFirst()
  if (known) return 0
  const now = clock()
  const today = now - (now % dayMs)
  for (const order of demoOrders) {
    const placedAt = today - order.daysAgo * dayMs + order.hour * hourMs
    const number = await placeDemoOrder(at(services, placedAt), actor, order)
    if (order.delivered) await deliver(services, actor, { order, number, placedAt })
  }
  return demoOrders.length
}

/** The same services at another time. */
const at = (services: DemoOrderServices, ms: number): DemoOrderServices => ({ ...services, clock: () => ms })

async function placeDemoOrder(services: DemoOrderServices, actor: Actor, order: DemoOrder): Promise<string> {
  const { db, catalogue } = services
  const store = stores[order.store]
  const { buyer, shippingMethod } = order
  const skus = order.lines.map(({ sku }) => toSku(sku))
  const ids = new Map(catalogue.cartProductsBySku(store.code, skus).map(({ sku, id }) => [sku, id]))
  const lines = order.lines.map(({ sku, quantity }) => {
    const productId = ids.get(toSku(sku))
    if (productId === undefined) throw new Error(`The demo has no product ${sku} in ${store.code}.`)
    return { uuid: randomUUID(), productId, quantity }
  })
  const priced = await priceCheckout(services, {
    store,
    lines,
    couponCodes: [],
    accountId: null,
    email: buyer.email ?? null,
    shippingMethodId: shippingMethod,
    now: services.clock(),
  })
  const checkoutId = await insertCheckout(db, {
    store: store.code,
    lines,
    couponCodes: [],
    campaignData: null,
  })
  await updateCheckoutDetails(db, store.code, checkoutId, {
    customerType: buyer.customerType,
    shippingMethod,
  })
  const placed = await completeCheckout(services, actor, {
    store,
    checkoutId,
    form: { ...buyer, acceptTerms: true },
    shippingMethod,
    servicePoint: null,
    quoted: { totalMinor: priced.totalMinor, payableMinor: null },
    provider: 'invoice',
  })
  if (!placed.ok) throw new Error(`A demo order in ${store.code} is refused: ${JSON.stringify(placed)}`)
  return placed.number
}

async function deliver(
  services: DemoOrderServices,
  actor: Actor,
  { order, number, placedAt }: { order: DemoOrder; number: string; placedAt: number },
): Promise<void> {
  const { store, buyer, delivered, lines } = order
  const shipped = await shipOrder(at(services, placedAt + dayMs), actor, {
    number,
    trackingNumber: `DEMO${number}`,
  })
  if (!shipped.ok) throw new Error(`The demo order ${number} cannot be shipped: ${shipped.code}`)
  await moveOrder(at(services, placedAt + deliveryMs), actor, number, 'delivered')
  const later = at(services, placedAt + deliveryMs + secondThoughtsMs)
  const [first] = lines
  if (!first) return
  await services.ends[delivered ?? '']?.(later, actor, {
    number,
    store,
    sku: toSku(first.sku),
    comment: order.comment ?? '',
    buyer: { name: `${buyer.firstName} ${buyer.lastName}`, email: buyer.email ?? '' },
  })
}
