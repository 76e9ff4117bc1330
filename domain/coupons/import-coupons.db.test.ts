import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { importCoupons } from './import-coupons.server.ts'
import { disableCoupon, listCoupons } from './coupon-repository.server.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: TestDatabase
let folder: string
beforeAll(async () => {
  shop = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'anode-coupons-'))
})
afterAll(async () => {
  await shop.drop()
  await rm(folder, { recursive: true })
})

async function load(lines: unknown[], options: { dryRun?: boolean } = {}) {
  const file = join(folder, 'coupons.ndjson')
  await writeFile(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\r\n'),
  )
  return importCoupons(shop.db, testActor, file, options)
}

describe('a file of coupons', () => {
  it('is imported line by line, and again without effect', async () => {
    const lines: unknown[] = [
      '\uFEFF{"code":"ONE","percentage_discount":5}',
      '',
      { code: 'TWO', fixed_amount: 20, stores: ['no'], usage_limit: 5 },
    ]
    expect(await load(lines, { dryRun: true })).toMatchObject({ read: 2, created: 2, changed: 0 })
    expect(await listCoupons(shop.db)).toEqual([])
    expect(await load(lines)).toMatchObject({ read: 2, created: 2 })
    expect(await load(lines)).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
    lines[0] = { code: 'one', percentage_discount: 6 }
    expect(await load(lines)).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await listCoupons(shop.db, 'One'))[0]?.definition).toEqual({
      code: 'ONE',
      percentage_discount: 6,
    })
  })

  it('reports every wrong line with its number and reasons, and imports the others', async () => {
    const done = await load([
      { code: 'GOOD', percentage_discount: 5 },
      'x',
      { code: 'good', percentage_discount: 6 },
      { code: 'MONEY', fixed_amount: 5 },
      'null',
      { code: '\0', percentage_discount: 5 },
      '{"code":"BIG","percentage_discount":1e999}',
      { code: 'LAST', percentage_discount: 5, valid_to: '2030-01-01T00:00:00Z' },
    ])
    expect(done).toMatchObject({ read: 8, created: 2 })
    expect(done.refused.map(({ row, reasons }) => [row, reasons])).toEqual([
      [2, ['bad_json']],
      [3, ['code:repeated']],
      [4, ['stores:needs_one_store']],
      [5, ['not_an_object']],
      [6, ['code:bad_code']],
      [7, ['percentage_discount:bad_type']],
    ])
  })

  it('can be large', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) => ({
      code: `BULK-${index}`,
      percentage_discount: 1,
    }))
    expect(await load(lines)).toMatchObject({ read: 3000, created: 3000, refused: [] })
  })

  it('re-enables a disabled code only if the file names it again', async () => {
    await load([{ code: 'OFF', percentage_discount: 5 }])
    expect(await disableCoupon(shop.db, testActor, 'off', new Date())).toBe(true)
    expect(await disableCoupon(shop.db, testActor, 'no-such', new Date())).toBe(false)
    expect((await listCoupons(shop.db, 'OFF'))[0]?.disabledAt).not.toBeNull()
    expect(await load([{ code: 'OFF', percentage_discount: 5 }])).toMatchObject({ changed: 1 })
    expect((await listCoupons(shop.db, 'OFF'))[0]?.disabledAt).toBeNull()
  })

  it('cannot bypass the database constraints: an amount needs exactly one store, and a code has one spelling', async () => {
    const insert = (terms: object, stores: string[]) =>
      sql`insert into coupon (code, terms, stores)
      values ('RAW', ${JSON.stringify(terms)}::jsonb, ${stores}::text[])`.execute(shop.db)
    await expect(insert({ fixed_amount: 5 }, [])).rejects.toThrow(/check/)
    await expect(insert({ fixed_amount: 5 }, ['sv', 'da'])).rejects.toThrow(/check/)
    await insert({ fixed_amount: 5 }, ['sv'])
    await expect(insert({ percentage_discount: 5 }, [])).rejects.toThrow(/unique/)
  })
})
