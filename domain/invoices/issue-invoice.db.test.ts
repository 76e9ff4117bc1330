import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { issueInvoice } from './issue-invoice.server.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.drop())

const issuedAt = Date.UTC(2026, 10, 20)

describe('invoice numbers', () => {
  it('have no gaps, although some of forty concurrent issuers fail and roll back', async () => {
    const orders = await Promise.all(
      Array.from({ length: 40 }, () => writtenOrder(test.db, snapshotOf('sv'))),
    )
    await Promise.allSettled(
      orders.map(({ id }, index) =>
        test.db.transaction().execute(async (trx) => {
          await issueInvoice(trx, {
            orderId: id,
            kind: 'invoice',
            reasonKey: `c${id}`,
            lines: [],
            issuedAt,
          })
          if (index % 3 === 0) throw new Error('broken')
        }),
      ),
    )
    const { rows } = await sql<{
      number: number
    }>`select number from invoice where store = 'sv' order by number`.execute(test.db)
    expect(rows.map((row) => row.number)).toEqual(rows.map((_, index) => index + 1))
    expect(rows).toHaveLength(26)
  })

  it('are counted per store, and one capture gets one invoice', async () => {
    const order = await writtenOrder(test.db, snapshotOf('de'))
    const request = {
      orderId: order.id,
      kind: 'invoice' as const,
      reasonKey: 'same',
      lines: [],
      issuedAt,
    }
    const numbers = await Promise.all(Array.from({ length: 5 }, () => issueInvoice(test.db, request)))
    expect(numbers).toEqual(Array.from({ length: 5 }, () => ({ number: 1 })))
    await expect(sql`update invoice set number = 9`.execute(test.db)).rejects.toThrow(/stays as it is/)
  })
})
