import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import type { ShopProduct } from '../../test/shop-product.ts'
import { paidOrders } from '../../test/paid-order.ts'
import { exportProducts } from '../../catalogue-import/export-products.server.ts'
import { importProducts, type ImportOptions } from '../../catalogue-import/import-products.server.ts'
import { checkBooks } from '../books/check-books.server.ts'
import { reserveStockAgain } from '../orders/order-repository.server.ts'
import { cancelOrder } from '../refunds/cancel-order.server.ts'
import {
  changeStock,
  dateStockChanges,
  deliveriesKnown,
  setIncoming,
  stockHistory,
} from './stock-history.server.ts'
import { testActor } from '../../test/test-actor.ts'
import type { Sku } from '../products/sku.ts'
import type { ProductId } from '../products/product-id.ts'

let shop: OrderShop
let folder: string
let files = 0
beforeAll(async () => {
  shop = await orderShop()
  folder = await mkdtemp(join(tmpdir(), 'anode-stock-'))
})
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

/** A product that is in the catalogue, with 20 units in Sweden. */
async function stocked(stock: ShopProduct = { available: 20 }): Promise<{ id: ProductId; sku: Sku }> {
  const id = await shop.addProduct(stock)
  await sql`insert into price_tier (product_id, store, kind, min_quantity, price_minor)
    values (${id}, 'sv', 'normal', 1, 20000)`.execute(shop.db)
  const { rows } = await sql<{ sku: Sku }>`select sku from product where id = ${id}`.execute(shop.db)
  return { id, sku: rows[0]!.sku }
}

/** A product of which 10 units are expected in Sweden, and none is there. */
const awaited = () => stocked({ available: 0, incoming: 10, incomingAt: '2026-12-24T00:00:00Z' })

async function importText(text: string, options: Partial<ImportOptions> = {}) {
  const file = join(folder, `feed-${(files += 1)}.tsv`)
  await writeFile(file, text)
  return importProducts(shop.db, testActor, { file, store: 'sv', reportDirectory: folder, ...options })
}

/** A feed with one product and a stock figure. */
function figure(sku: string, quantity: string, countedAt = ''): string {
  const row = [sku, 'x', '200.00 SEK', 'in_stock', quantity, countedAt]
  return `id\ttitle\tprice\tavailability\tquantity\tquantity_at\n${row.join('\t')}\n`
}

async function exported(
  options: Parameters<typeof exportProducts>[1] = { format: 'tsv', store: 'sv', productLink: (s) => s },
): Promise<string> {
  let text = ''
  for await (const part of exportProducts(shop.db, options)) text += part
  return text
}

const orders = () => paidOrders(shop)
const available = async (id: number) => (await shop.stockOf(id))?.available
const now = async () =>
  (
    await sql<{
      now: string
    }>`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`.execute(
      shop.db,
    )
  ).rows[0]!.now

describe('a stock figure', () => {
  it('loses no sale that was made since its export, also when it is imported twice', async () => {
    const { id } = await stocked()
    const feed = await exported()
    await orders().order([line(id, 3)])
    expect(await importText(feed)).toMatchObject({ refused: 0, countedNow: 0 })
    expect(await available(id)).toBe(17)
    expect(await importText(feed)).toMatchObject({ changed: 0 })
    expect(await importText(await exported())).toMatchObject({ changed: 0 })
    expect(await available(id)).toBe(17)
  })

  it('is reduced by what was sold since it was counted, and raised by what was returned', async () => {
    const { id, sku } = await stocked()
    await orders().order([line(id, 1)])
    const counted = await now()
    await orders().order([line(id, 2)])
    const { number } = await orders().order([line(id, 4)])
    expect(await importText(figure(sku, '50', counted))).toMatchObject({ changed: 1, countedNow: 0 })
    expect(await available(id)).toBe(44)
    expect(await importText(figure(sku, '50'), { countedAt: counted })).toMatchObject({ changed: 0 })
    await cancelOrder(orders().services, testActor, number)
    await changeStock(shop.db, testActor, { sku, store: 'sv', units: 1, reason: 'return', reference: 'R-1' })
    expect(await available(id)).toBe(49)
    expect(await importText(figure(sku, '50', counted))).toMatchObject({ changed: 0, unchanged: 1 })
  })

  it('counts from the import where no time is given, and the result says so', async () => {
    const { id, sku } = await stocked()
    await orders().order([line(id, 2)])
    expect(await importText(figure(sku, '20'))).toMatchObject({ changed: 1, countedNow: 1 })
    expect(await available(id)).toBe(20)
  })

  it('holds as of the beginning of a long import, or of the upload, where no time is given', async () => {
    const [first, last] = [await stocked(), await stocked()]
    const feed = figure(first.sku, '30') + figure(last.sku, '40').split('\n')[1]!
    const beforeLast = () => orders().order([line(last.id, 3)])
    const long = {
      batchSize: 1,
      onProgress: async ({ read }: { read: number }) => void (read === 1 && (await beforeLast())),
    }
    expect(await importText(feed, long)).toMatchObject({ changed: 2 })
    expect(await available(last.id)).toBe(37)
    const heldAt = await now()
    await orders().order([line(last.id, 2)])
    await importText(figure(last.sku, '50'), { heldAt })
    expect(await available(last.id)).toBe(48)
    expect(await importText(figure(last.sku, '+1'), { heldAt })).toMatchObject({ changed: 1 })
    expect(await importText(figure(last.sku, '+1'))).toMatchObject({ reasons: { repeated_delivery: 1 } })
  })

  it('of awaited goods that arrived is reduced by what was sold of them before its import', async () => {
    const { id, sku } = await awaited()
    const counted = await now()
    await orders().order([line(id, 3)])
    expect(await importText(figure(sku, '10', counted))).toMatchObject({ changed: 1, reasons: {} })
    expect(await shop.stockOf(id)).toEqual({ available: 7, incoming: 0, presale: 0 })
  })

  it('of awaited goods that arrived is reduced so in a file of records too', async () => {
    const { id, sku } = await awaited()
    const record = (await exported({ format: 'ndjson' }))
      .split('\n')
      .find((each) => each.includes(`"${sku}"`))!
    const countedAt = await now()
    await orders().order([line(id, 3)])
    const { stores, ...product } = JSON.parse(record)
    const sv = { ...stores.sv, stock: { available: 10, incoming: 0, incomingAt: null, countedAt } }
    const file = join(folder, `records-${sku}.ndjson`)
    await writeFile(file, `${JSON.stringify({ ...product, stores: { ...stores, sv } })}\n`)
    await importProducts(shop.db, testActor, { file, reportDirectory: folder })
    expect(await shop.stockOf(id)).toEqual({ available: 7, incoming: 0, presale: 0 })
  })

  it('of awaited goods that arrived keeps what was released since, and what staff expect of the next delivery', async () => {
    const { id, sku } = await awaited()
    const { number } = await orders().order([line(id, 3)])
    const counted = await now()
    await cancelOrder(orders().services, testActor, number)
    await setIncoming(shop.db, testActor, { sku, store: 'sv', units: 60, date: '2027-01-20' })
    await importText(figure(sku, '7', counted))
    expect(await shop.stockOf(id)).toEqual({ available: 10, incoming: 50, presale: 0 })
  })

  it('never falls below zero, and the report says what happened', async () => {
    const { id, sku } = await stocked()
    const counted = await now()
    await orders().order([line(id, 5)])
    expect(await importText(figure(sku, '3', counted))).toMatchObject({ reasons: { stock_below_zero: 1 } })
    expect(await available(id)).toBe(0)
  })

  it('counted in the future is rejected', async () => {
    const { sku } = await stocked()
    const result = await importText(figure(sku, '3', '2099-01-01T00:00Z'))
    expect(result).toMatchObject({ refused: 1, reasons: { bad_date: 1 } })
  })

  it('that is relative is added once, however often its file is imported', async () => {
    const { id, sku } = await stocked()
    expect(await importText(figure(sku, '+10'))).toMatchObject({ changed: 1 })
    expect(await importText(figure(sku, '+10'))).toMatchObject({
      changed: 0,
      reasons: { repeated_delivery: 1 },
    })
    expect(await available(id)).toBe(30)
    expect(await importText(figure(sku, '-4', '2026-11-01T10:00Z'))).toMatchObject({ changed: 1 })
    expect(await importText(figure(sku, '-4', '2026-11-02T10:00Z'))).toMatchObject({ changed: 1 })
    expect(await importText(figure(sku, '-4', '2026-11-02T10:00Z'))).toMatchObject({ changed: 0 })
    expect(await available(id)).toBe(22)
    expect(await importText(figure(sku, '-100'))).toMatchObject({ reasons: { stock_below_zero: 1 } })
    expect(await available(id)).toBe(0)
  })

  it('does not overwrite an order that commits during the import', async () => {
    const { id, sku } = await stocked()
    const counted = await now()
    const sold = await Promise.all([
      importText(figure(sku, '20', counted)),
      ...Array.from({ length: 8 }, () => orders().order([line(id, 1)])),
      importText(figure(sku, '20', counted)),
    ])
    expect(sold).toHaveLength(10)
    expect(await available(id)).toBe(12)
  })
})

describe('the history of stock', () => {
  it('has a row with its reason for every change, whatever its origin', async () => {
    const { id, sku } = await stocked()
    const { number } = await orders().order([line(id, 2)])
    await cancelOrder(orders().services, testActor, number)
    await importText(figure(sku, '15'))
    await importText(figure(sku, '+5'))
    await changeStock(shop.db, testActor, {
      sku,
      store: 'sv',
      units: -1,
      reason: 'damage',
      reference: 'dropped',
    })
    await sql`update stock set available = 7 where product_id = ${id} and store = 'sv'`.execute(shop.db)
    const history = await stockHistory(shop.db, sku, 'sv', 20)
    expect(history.map(({ reason, delta, units, reference }) => [reason, delta, units, reference])).toEqual([
      ['direct', -12, 7, null],
      ['damage', -1, 19, 'dropped'],
      ['delivery', 5, 20, expect.any(String)],
      ['import', -5, 15, null],
      ['release', 2, 20, number],
      ['sale', -2, 18, number],
      ['opening', 20, 20, null],
    ])
    expect(
      await changeStock(shop.db, testActor, {
        sku,
        store: 'sv',
        units: -8,
        reason: 'correction',
        reference: '',
      }),
    ).toEqual({ ok: false, code: 'below_zero' })
  })
})

describe('awaited units that an order reserved', () => {
  const cancel = async (number: string) =>
    expect(await cancelOrder(orders().services, testActor, number)).toMatchObject({ ok: true })

  it('are awaited again when it is cancelled, while they have not come', async () => {
    const { id } = await awaited()
    const { number } = await orders().order([line(id, 3)])
    expect(await shop.stockOf(id)).toMatchObject({ available: 0, incoming: 7 })
    await cancel(number)
    expect(await shop.stockOf(id)).toMatchObject({ available: 0, incoming: 10 })
  })

  it('are in stock when it is cancelled after they came, and no delivery is awaited that does not exist', async () => {
    const { id, sku } = await awaited()
    const { number } = await orders().order([line(id, 3)])
    await importText(figure(sku, '7'))
    await cancel(number)
    expect(await shop.stockOf(id)).toEqual({ available: 10, incoming: 0, presale: 0 })
    await importText(figure(sku, '10'))
    expect(await shop.stockOf(id)).toEqual({ available: 10, incoming: 0, presale: 0 })
    const { differences } = await checkBooks(shop.db, { stores: ['sv'], atProviders: null })
    expect(differences.filter(({ concerns }) => concerns.includes(sku))).toEqual([])
  })

  it('are in stock when it is cancelled after their release, whatever is left of the presale', async () => {
    const { id, sku } = await stocked({ available: 0, presale: 10, releaseAt: '2099-01-01T00:00:00Z' })
    const { number } = await orders().order([line(id, 3)])
    await sql`update stock set release_at = now() - interval '1 hour' where product_id = ${id}`.execute(
      shop.db,
    )
    await changeStock(shop.db, testActor, { sku, store: 'sv', units: 20, reason: 'delivery', reference: '' })
    await cancel(number)
    expect(await shop.stockOf(id)).toEqual({ available: 23, incoming: 0, presale: 7 })
  })

  it('are reserved from the shelf where a payment that had failed succeeds after they came', async () => {
    const { id, sku } = await awaited()
    const { id: orderId } = await orders().order([line(id, 3)])
    await importText(figure(sku, '7'))
    await sql`select release_stock(${orderId})`.execute(shop.db)
    expect(await shop.stockOf(id)).toMatchObject({ available: 10, incoming: 0 })
    await shop.db.transaction().execute(async (trx) => {
      expect(await reserveStockAgain(trx, orderId)).toBe(null)
    })
    expect(await shop.stockOf(id)).toMatchObject({ available: 7, incoming: 0 })
  })
})

/** A plugin that explains the raw statements of a connection instead of answering them, and the rows that they read. */
function explaining() {
  const rowsRead: number[] = []
  const readBy = (plan: Plan): number =>
    (plan['Actual Loops'] ?? 0) *
      ((plan['Actual Rows'] ?? 0) +
        (plan['Rows Removed by Filter'] ?? 0) +
        (plan['Rows Removed by Join Filter'] ?? 0)) +
    (plan.Plans ?? []).reduce((sum, part) => sum + readBy(part), 0)
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== 'RawNode') return node
      const [first, ...rest] = node.sqlFragments
      return { ...node, sqlFragments: [`explain (analyze, format json) ${first}`, ...rest] }
    },
    transformResult({ result }) {
      const [row] = result.rows as { 'QUERY PLAN': { Plan: Plan }[] }[]
      rowsRead.push(readBy(row!['QUERY PLAN'][0]!.Plan))
      return Promise.resolve(result)
    },
  }
  return { plugin, rowsRead }
}

interface Plan {
  'Actual Loops'?: number
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

it.each(['import', 'delivery'] as const)(
  'the cost of dating changes (%s) grows with its rows, not with their square, in a database without statistics',
  async (reason) => {
    const count = 4_000
    const fresh = await testDatabase()
    const { plugin, rowsRead } = explaining()
    await fresh.db.transaction().execute(async (trx) => {
      await sql`insert into stock_change (product_id, store, pool, delta, units, reason)
        select id, 'sv', 'available', 5, 5, ${reason} from generate_series(1, ${count}::integer) id`.execute(
        trx,
      )
      const changes = Array.from({ length: count }, (_, index) => ({
        product_id: (index + 1) as ProductId,
        store: 'sv' as const,
        counted_at: '2026-01-01T00:00:00Z',
        reference: `feed-${index}`,
      }))
      const explained = trx.withPlugin(plugin)
      await dateStockChanges(explained, changes, reason)
      await deliveriesKnown(
        explained,
        changes.map(({ product_id: productId, store, reference }) => ({ productId, store, reference })),
      )
    })
    expect(rowsRead).toHaveLength(reason === 'delivery' ? 3 : 2)
    expect(Math.max(...rowsRead)).toBeLessThan(20 * count)
    await fresh.drop()
  },
)
