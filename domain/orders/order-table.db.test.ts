import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  countRows,
  exportRows,
  listRows,
  type InvalidPageKey,
  type TableDefinition,
  type TablePage,
  type TableView,
} from '../../db/table-query.server.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { insertManyOrders } from '../../test/many-orders.ts'
import { storeCodes } from '../stores/stores.ts'
import { orderTable, type OrderFilters, type OrderTableRow } from './order-table.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
  await insertManyOrders(test.db, 180)
})
afterAll(() => test.drop())

/** All rows, page by page. */
async function pageThrough<Row, Filters extends object>(
  definition: TableDefinition<Row, Filters>,
  view: TableView<Filters>,
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const page: TablePage<Row> | InvalidPageKey = await listRows(test.db, definition, view, { after, limit })
    if (!page.ok) throw new Error(page.code)
    expect(page.rows.length).toBeLessThanOrEqual(limit)
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows
}

const all: TableView<OrderFilters> = {
  stores: storeCodes,
  search: null,
  filters: {},
  sort: { by: 'placed', isDescending: true },
}
const numbersOf = (rows: readonly OrderTableRow[]) => rows.map(({ number }) => number)
async function rowsOf(view: Partial<TableView<OrderFilters>>): Promise<OrderTableRow[]> {
  const rows: OrderTableRow[] = []
  for await (const row of exportRows(test.db, orderTable, { ...all, ...view })) rows.push(row)
  return rows
}

const filters: fc.Arbitrary<OrderFilters> = fc.record(
  {
    status: fc.subarray(['received', 'held', 'delivered', 'processing'] as const, { minLength: 1 }),
    store: fc.subarray(['sv', 'no', 'de'], { minLength: 1 }),
    payment: fc.subarray(['klarna', 'invoice'], { minLength: 1 }),
    paymentStatus: fc.subarray(['captured', 'review'], { minLength: 1 }),
    placed: fc.constantFrom(
      { from: '2026-11-20', to: null },
      { from: null, to: '2026-11-20' },
      { from: '2026-11-20', to: '2026-11-20' },
    ),
    customerType: fc.subarray(['private', 'business'] as const, { minLength: 1 }),
    shipped: fc.subarray(['none', 'all'] as const, { minLength: 1 }),
    sku: fc.constant(['SKU-1', 'SKU-2', 'SKU-3']),
  },
  { requiredKeys: [] },
)

describe('a table of the back office', () => {
  it('lists, counts and exports the same rows, each once, over every filter, sort and page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          stores: fc.subarray([...storeCodes], { minLength: 1 }),
          search: fc.constantFrom(null, 'berg1', 'anna be', 'S5000'),
          filters,
          sort: fc.record({
            by: fc.constantFrom(...Object.keys(orderTable.sorts)),
            isDescending: fc.boolean(),
          }),
        }),
        fc.integer({ min: 1, max: 60 }),
        async (view, limit) => {
          const exported = await rowsOf(view)
          const paged = await pageThrough(orderTable, view, limit)
          expect(numbersOf(paged)).toEqual(numbersOf(exported))
          expect(new Set(numbersOf(exported)).size).toBe(exported.length)
          expect(await countRows(test.db, orderTable, view)).toEqual({
            count: exported.length,
            isExact: true,
          })
          for (const row of exported) {
            expect(view.stores).toContain(row.store)
            if (view.filters.status) expect(view.filters.status).toContain(row.status)
            if (view.filters.payment) expect(view.filters.payment).toContain(row.paymentProvider)
            if (view.filters.customerType) expect(view.filters.customerType).toContain(row.customerType)
            if (view.filters.shipped) expect(view.filters.shipped).toContain(row.shipped)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('finds orders by the beginnings of names, e-mail and number', async () => {
    expect(await rowsOf({})).toHaveLength(180)
    expect(numbersOf(await rowsOf({ search: 'anna107@example.se' }))).toEqual(['K500107'])
    expect(numbersOf(await rowsOf({ search: ' k500007 ' }))).toEqual(['K500007'])
    expect(numbersOf(await rowsOf({ search: 'K50009' }))).toEqual(['K500091', 'K500095', 'K500099'])
    expect(await rowsOf({ search: 'K50' })).toHaveLength(45)
    for (const search of ['K59', 'KZ9', 'ZZZ', '999']) expect(await rowsOf({ search })).toEqual([])
    expect((await rowsOf({ search: 'Berg96' })).map(({ buyer }) => buyer)).toEqual(['Anna Berg96'])
    expect(numbersOf(await rowsOf({ search: 'firma 5' }))).toContain('N500005')
    expect(await rowsOf({ search: `'; drop` })).toEqual([])
    expect(await rowsOf({ search: '!' })).toEqual([])
  })

  it('goes through sorted values that are missing, in both directions', async () => {
    const definition: TableDefinition<{ id: number }, Record<string, never>> = {
      source: sql`(values (1, null), (2, 'a'), (3, null), (4, 'b'), (5, 'a'), (6, null)) as v (id, name)`,
      key: { by: sql`v.id`, type: 'integer' },
      columns: { id: sql`v.id` },
      filters: {},
      search: () => sql`false`,
      sorts: { name: { by: sql`v.name`, type: 'text', isNullable: true } },
      inStores: () => sql`true`,
    }
    const view = { stores: [], search: null, filters: {} }
    for (const limit of [1, 2, 4]) {
      const ascending = { ...view, sort: { by: 'name', isDescending: false } }
      expect((await pageThrough(definition, ascending, limit)).map(({ id }) => id)).toEqual([
        2, 5, 4, 1, 3, 6,
      ])
      const descending = { ...view, sort: { by: 'name', isDescending: true } }
      expect((await pageThrough(definition, descending, limit)).map(({ id }) => id)).toEqual([
        4, 5, 2, 6, 3, 1,
      ])
    }
  })

  it('refuses the key of another sort, and one that is made up', async () => {
    const page = await listRows(test.db, orderTable, all, { after: null, limit: 1 })
    const other = { ...all, sort: { by: 'total', isDescending: true } }
    const after = page.ok ? page.next : null
    for (const [view, key] of [
      [other, after],
      [all, 'x'],
      [all, Buffer.from('[]').toString('base64url')],
      ...[
        ['placed', 'x', '1'],
        ['placed', '2026-11-20', 'one'],
        ['placed', '2026-11-20', '99999999999999999999'],
        ['placed', '2026-11-20', '\0'],
      ].map((made) => [all, Buffer.from(JSON.stringify(made)).toString('base64url')] as const),
    ] as const)
      expect(await listRows(test.db, orderTable, view, { after: key, limit: 1 })).toEqual({
        ok: false,
        code: 'invalid_page_key',
      })
  })
})

describe('orders by the cut-offs of their store', () => {
  afterEach(() => vi.useRealTimers())

  /** Numbers of orders to ship that were paid at these moments, in this order. */
  async function paidAt(moments: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ number: string }>`select number from orders
      where store = 'sv' and status in ('received', 'processing') order by id limit ${moments.length}`.execute(
      test.db,
    )
    for (const [index, { number }] of rows.entries())
      await sql`update orders set finalized_at = ${moments[index]}
        where number = ${number}`.execute(test.db)
    return rows.map(({ number }) => number)
  }

  it('leave today until the cut-off, and are late from then on; a weekend makes none late', async () => {
    const moments = ['2026-11-20T14:00:00Z', '2026-11-21T10:00:00Z', '2026-11-19T14:00:00Z']
    const orders = await paidAt(moments)
    const [friday, saturday, thursday] = orders
    const at = async (now: string, filter: OrderFilters) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
      const found = numbersOf(await rowsOf({ filters: filter }))
      return found.filter((number) => orders.includes(number)).toSorted()
    }
    const sorted = (...numbers: (string | undefined)[]) => numbers.map(String).toSorted()
    // Friday, 15:30 in Stockholm.
    expect(await at('2026-11-20T14:30:00Z', { leavesToday: true })).toEqual(sorted(friday, saturday))
    expect(await at('2026-11-20T14:30:00Z', { missedCutOffs: 1 })).toEqual([thursday])
    // Sunday: Saturday's order has missed nothing.
    expect(await at('2026-11-22T12:00:00Z', { leavesToday: true })).toEqual([])
    expect(await at('2026-11-22T12:00:00Z', { missedCutOffs: 1 })).toEqual(sorted(friday, thursday))
    expect(await at('2026-11-22T12:00:00Z', { missedCutOffs: 2 })).toEqual([thursday])
    // Monday before the cut-off, and after it.
    expect(await at('2026-11-23T08:00:00Z', { leavesToday: true })).toEqual([saturday])
    expect(await at('2026-11-23T15:00:00Z', { missedCutOffs: 1 })).toEqual(sorted(friday, saturday, thursday))
    expect(await at('2026-11-23T15:00:00Z', { leavesToday: true })).toEqual([])
  })
})
