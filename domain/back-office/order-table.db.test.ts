import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  countRows,
  exportRows,
  listRows,
  matchingKeys,
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
          expect(await matchingKeys(test.db, orderTable, view, 1_000)).toHaveLength(exported.length)
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
