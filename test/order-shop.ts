/**
 * A shop for tests of carts and orders: real PostgreSQL, the real API in process, and a catalogue of the
 * products a test adds. Only in `.db.test.ts` files.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppServices } from '../server/app.ts'
import type { Services } from '../server/compose.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { ProductCard } from '../contract/catalogue.ts'
import type { JobPayloads } from '../domain/jobs/job-queue.ts'
import type { StoreCode } from '../domain/stores/stores.ts'
import { createDatabase, type Database } from '../server/database/database.ts'
import { testApp, testServices, type TestFoundation } from './composition.ts'
import { cardOf, cartProductOf, type ShopProduct } from './shop-product.ts'
import { callerOf, type ShopCall } from './shop-call.ts'
import { testDatabase, type TestDatabaseOptions } from './database.ts'
import type { ProductId } from '../domain/products/product-id.ts'

export interface OrderShop {
  db: Database
  /** Address of its database. */
  url: string
  app: FastifyInstance
  catalogue: Catalogue
  /** Jobs enqueued so far. */
  enqueued: { name: string; data: JobPayloads['order-mail']; options?: { startAfter: Date } | undefined }[]
  /** The current time of the shop; a Friday morning in November. */
  now: { at: number }
  addProduct(product?: ShopProduct): Promise<ProductId>
  /** Sells a product of the test at another price, in major units. */
  reprice(id: ProductId, price: number): void
  stopSelling(id: ProductId): void
  stockOf(
    productId: number,
    store?: StoreCode,
  ): Promise<{ available: number; incoming: number; presale: number }>
  call: ShopCall
  /** Another node of the same shop: an application and a pool of its own on the same database. */
  anotherNode(): Promise<{ call: ShopCall; close: () => Promise<void> }>
  close(): Promise<void>
}

/** Overrides by a test. */
export interface OrderShopOptions
  extends
    Pick<TestFoundation, 'log' | 'publicUrl' | 'secrets' | 'payments' | 'carriers' | 'callbackKeys'>,
    Partial<Pick<Services, 'accountOf' | 'customerDiscounts' | 'orderLimits'>> {
  /** Another database than the shop's own. */
  db?: Database
  catalogue?: Catalogue
}

type SoldProduct = Required<Pick<ShopProduct, 'packed' | 'notIn'>> & { card: ProductCard }

/** The part of the catalogue that carts and checkouts read. */
function catalogueOf(cards: ReadonlyMap<number, SoldProduct>): Catalogue {
  const cardsIn = (store: StoreCode) =>
    [...cards.values()].flatMap(({ card, notIn }) => (notIn.includes(store) ? [] : [card]))
  const productsById = (store: StoreCode, ids: readonly number[]) =>
    ids.flatMap((id) => cardsIn(store).find((card) => card.id === id) ?? [])
  const productsBySku = (store: StoreCode, skus: readonly string[]) =>
    cardsIn(store).filter(({ sku }) => skus.includes(sku))
  const cartProduct = (card: ProductCard) => cartProductOf(card, cards.get(card.id)?.packed)
  const catalogue: Partial<Catalogue> = {
    productsById,
    productsBySku,
    boughtTogether: () => [],
    cartProducts: (store, ids) => productsById(store, ids).map(cartProduct),
    cartProductsBySku: (store, skus) => productsBySku(store, skus).map(cartProduct),
  }
  return catalogue as Catalogue
}

export async function orderShop(
  options: OrderShopOptions = {},
  database: TestDatabaseOptions = {},
): Promise<OrderShop> {
  const { db, url, drop } = await testDatabase(database)
  const cards = new Map<number, SoldProduct>()
  const now = { at: Date.UTC(2026, 10, 20, 9) }
  const enqueued: OrderShop['enqueued'] = []
  const catalogue = catalogueOf(cards)
  const nodeOn = (pool: Database) => {
    const { accountOf, customerDiscounts, orderLimits, ...foundation } = options
    const services = testServices({
      clock: () => now.at,
      db: pool,
      ...foundation,
      ...(orderLimits && { replace: { orderLimits } }),
    })
    const jobs: AppServices['jobs'] = {
      enqueue: async (_trx: unknown, name: string, data: object, given?: { startAfter: Date }) =>
        void enqueued.push({ name, data: data as JobPayloads['order-mail'], options: given }),
    }
    const identified = {
      ...services,
      ...(accountOf && { accountOf }),
      ...(customerDiscounts && { customerDiscounts }),
    }
    return testApp(identified, { jobs, catalogue: options.catalogue ?? catalogue })
  }
  const app = await nodeOn(db)
  return {
    db,
    url,
    app,
    catalogue,
    enqueued,
    now,
    async addProduct(product = {}) {
      const id = await insertProduct(db, product)
      cards.set(id, { card: cardOf(id, product), packed: product.packed ?? {}, notIn: product.notIn ?? [] })
      return id
    },
    reprice(id, price) {
      const { card } = cards.get(id)!
      card.prices = { n: [{ q: 1, p: price, o: null, d: 0 }], c: [] }
    },
    stopSelling: (id) => void cards.delete(id),
    async stockOf(productId, store = 'sv') {
      const { rows } = await sql<{ available: number; incoming: number; presale: number }>`
        select available, incoming, presale from stock where product_id = ${productId} and store = ${store}`.execute(
        db,
      )
      return rows[0]!
    },
    call: callerOf(app),
    async anotherNode() {
      const pool = createDatabase(url, { log: { warn: () => {} }, max: 10 })
      const node = await nodeOn(pool)
      return { call: callerOf(node), close: () => node.close().then(() => pool.destroy()) }
    },
    async close() {
      await app.close()
      await drop()
    },
  }
}

async function insertProduct(db: Database, product: ShopProduct): Promise<ProductId> {
  const { rows } = await sql<{ id: ProductId }>`insert into product (sku, type, attributes)
    values ('sku-' || gen_random_uuid(), ${product.type ?? 1},
      ${JSON.stringify(product.starterBattery ? { starter_battery: true } : {})}) returning id`.execute(db)
  const { id } = rows[0]!
  await sql`insert into store_product (product_id, store, name, slug, vat_rate_basis_points)
    select ${id}, s, 'x', 'p-' || ${id}, 2500 from unnest(array['sv', 'no', 'de', 'da']) s`.execute(db)
  if (product.type !== 4)
    await sql`insert into stock (product_id, store, available, incoming, incoming_at, presale, release_at, discontinued)
      select ${id}, s, ${product.available ?? 100}, ${product.incoming ?? 0},
        ${product.incomingAt ?? null}::timestamptz, ${product.presale ?? 0},
        ${product.releaseAt ?? null}, ${product.discontinued ?? false} from unnest(array['sv', 'no', 'de', 'da']) s`.execute(
      db,
    )
  return id
}

let uuids = 0
/** A cart line as a browser sends it. */
export function line(productId: number, quantity = 1, more: Record<string, unknown> = {}) {
  uuids += 1
  return {
    uuid: `00000000-0000-4000-8000-${String(uuids).padStart(12, '0')}`,
    product_id: productId,
    quantity,
    ...more,
  }
}

/** A valid checkout form of a Swedish shopper. */
export const goodForm = {
  customerType: 'private',
  email: 'Anna.Berg@example.se ',
  phone: '070-123 45 67',
  firstName: 'Anna',
  lastName: 'Berg',
  identityNumber: '811228-9874',
  address: 'Storgatan 1',
  postalCode: '123 45',
  city: 'Luleå',
  shippingMethod: 'budbee-home',
  servicePoint: null,
  acceptTerms: true,
}

/** Opens a checkout for the lines; returns its id and its total with the form's shipping method. */
export async function openCheckout(
  shop: Pick<OrderShop, 'call'>,
  items: ReturnType<typeof line>[],
  options: { store?: StoreCode; shippingMethod?: string; coupons?: string[] } = {},
): Promise<{ id: string; total: number }> {
  const { store = 'sv', shippingMethod = goodForm.shippingMethod } = options
  const opened = await shop.call(
    'POST',
    '/api/checkout',
    { items, coupons: options.coupons ?? [], campaignData: null },
    store,
  )
  if (opened.status !== 201) throw new Error(`no checkout: ${JSON.stringify(opened.body)}`)
  const chosen = await shop.call('PATCH', `/api/checkout/${opened.body.id}`, { shippingMethod }, store)
  return { id: opened.body.id, total: chosen.body.total }
}
