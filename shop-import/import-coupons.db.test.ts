import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { saveCoupon, listCoupons, setUsesBefore } from '../domain/coupons/coupon-repository.server.ts'
import { editCoupon } from '../domain/coupons/edit-coupon.server.ts'
import { judgeCouponRecord } from '../domain/coupons/coupon-record.server.ts'
import { testActor } from '../test/test-actor.ts'
import { useShopImport } from './shop-import.test-support.ts'

const shop = useShopImport('sv')

/** As Shopify writes it: UTF-8 with a byte order mark, a blank cell for no. */
const shopify = (...lines: string[]) =>
  `\uFEFFName,Value,Value Type,Type,Discount Class,Minimum Purchase Requirements,Combines with Order Discounts,Combines with Product Discounts,Combines with Shipping Discounts,Customer Selection,Context,Times Used In Total,Applies Once Per Customer,Usage Limit Per Code,Status,Start,End\n${lines.join('\n')}\n`
const percent = (code: string, used = '0', limit = '') =>
  `${code},-15.0,percentage,Amount Off,order,,1,1,1,all,,${used},0,${limit},Active,2026-06-01 00:00:00 +0200,`
const amount =
  'TACK50,-50.00,fixed_amount,Amount Off,order,499.00,1,1,1,all,,4,1,100,Active,2026-06-01 00:00:00 +0200,2027-01-01 00:00:00 +0100'

const storedCode = async (code: string) => (await listCoupons(shop.test.db, code))[0]

it('discounts become codes of the store with their limits and uses, audited, once', async () => {
  const { db } = shop.test
  const text = shopify(
    percent('Sommar15', '7', '10'),
    amount,
    percent('GOODS').replace(',order,', ',product,'),
  )
  expect(await shop.imported(text, { dryRun: true })).toMatchObject({
    holds: 'coupons',
    created: 2,
    refused: 1,
  })
  expect(await storedCode('SOMMAR15')).toBeUndefined()
  const result = await shop.imported(text)
  expect(result).toMatchObject({ read: 3, created: 2, refused: 1 })
  expect(result.reports).toMatchObject([
    { outcome: 'noted', row: 3, id: 'TACK50', code: 'customer_uses_unknown' },
    { outcome: 'refused', row: 4, id: 'GOODS', code: 'only_some_products', column: 'Discount Class' },
  ])
  expect(await storedCode('SOMMAR15')).toMatchObject({
    definition: { code: 'SOMMAR15', percentage_discount: 15 },
    stores: ['sv'],
    usageLimit: 10,
    used: 7,
  })
  expect(await storedCode('TACK50')).toMatchObject({
    definition: { fixed_amount: 50, minimum_spend: 499 },
    stores: ['sv'],
    usageLimit: 100,
    usageLimitPerCustomer: 1,
    used: 4,
    validTo: Date.parse('2026-12-31T23:00:00Z'),
  })
  // An edit counts the uses again, and keeps those of the former shop.
  await editCoupon(db, testActor, 'SOMMAR15', { usage_limit: 12 })
  expect(await storedCode('SOMMAR15')).toMatchObject({ usageLimit: 12, used: 7 })
  await editCoupon(db, testActor, 'SOMMAR15', { usage_limit: 10 })
  expect(await shop.imported(text)).toMatchObject({ created: 0, unchanged: 2, refused: 1 })
  const { rows } = await sql<{ id: string; after: object }>`select object_id as id, after from audit_entry
    where action = 'coupon.create' order by id`.execute(db)
  expect(rows).toMatchObject([{ id: 'SOMMAR15', after: { usedBefore: 7, stores: ['sv'] } }, { id: 'TACK50' }])
  const imports = await sql`select 1 from audit_entry where action = 'shop.import'`.execute(db)
  expect(imports.rows).toHaveLength(1)
})

it('a later export of the former shop raises the uses, which an undo sets back', async () => {
  const { db } = shop.test
  await shop.imported(shopify(percent('SOMMAR15', '7', '100')))
  expect(await shop.imported(shopify(percent('SOMMAR15', '95', '100')))).toMatchObject({ changed: 1 })
  expect(await storedCode('SOMMAR15')).toMatchObject({ used: 95, usedBefore: 95 })
  // An older export takes nothing back.
  expect(await shop.imported(shopify(percent('SOMMAR15', '7', '100')))).toMatchObject({ unchanged: 1 })
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_entry where action = 'coupon.change'`.execute(db)
  expect(rows).toEqual([{ before: { usedBefore: 7 }, after: { usedBefore: 95 } }])
  await setUsesBefore(db, testActor, 'SOMMAR15', 7)
  expect(await storedCode('SOMMAR15')).toMatchObject({ used: 7, usedBefore: 7 })
})

it('a code that the shop has stays, and is named', async () => {
  const judged = judgeCouponRecord({ code: 'SOMMAR15', percentage_discount: 5 })
  if (!judged.ok) throw new Error('bad fixture')
  await saveCoupon(shop.test.db, testActor, judged.record)
  const result = await shop.imported(shopify(percent('sommar15'), percent('SOMMAR15')))
  expect(result.reports).toMatchObject([
    { row: 2, id: 'sommar15', code: 'coupon_exists', value: 'SOMMAR15' },
    { row: 3, code: 'duplicate_id' },
  ])
  expect(await storedCode('SOMMAR15')).toMatchObject({ definition: { percentage_discount: 5 } })
})

it('percentages are valid in the chosen stores, amounts in that of the file alone', async () => {
  const result = await shop.imported(shopify(percent('SOMMAR15'), amount), { alsoStores: ['de', 'no'] })
  expect((await storedCode('SOMMAR15'))!.stores.toSorted()).toEqual(['de', 'no', 'sv'])
  expect(await storedCode('TACK50')).toMatchObject({ stores: ['sv'] })
  expect(result.reports).toContainEqual(
    expect.objectContaining({ outcome: 'noted', id: 'TACK50', code: 'amount_in_one_store' }),
  )
  // The same file and stores again.
  expect(
    await shop.imported(shopify(percent('SOMMAR15'), amount), { alsoStores: ['no', 'de'] }),
  ).toMatchObject({ unchanged: 2, refused: 0 })
})

it('codes that have ended, or end before they begin, are refused', async () => {
  const ending = (end: string) => percent('SOMMAR15').replace(/,$/, `,${end}`)
  const ended = await shop.imported(shopify(ending('2026-11-28 11:00:00 +0100')))
  expect(ended.reports).toMatchObject([{ code: 'expired_coupon', column: 'End' }])
  const backwards = await shop.imported(shopify(ending('2026-05-01 00:00:00 +0200')))
  expect(backwards.reports).toMatchObject([{ code: 'bad_date', column: 'End' }])
})

it('coupons of WooCommerce go in from a file with semicolons in Windows-1252', async () => {
  const text = [
    'coupon_code;description;discount_type;coupon_amount;expiry_date;minimum_amount;individual_use;usage_limit;usage_count',
    'påsk;"Rabatt till\npåsk";percent;12,5;2027-04-01;;no;50;8',
    'vip;;fixed_cart;100,00;;500,00;yes;;',
    'styck;;fixed_product;10;;;no;;',
  ].join('\r\n')
  const result = await shop.imported(Buffer.from(text, 'latin1'))
  expect(result).toMatchObject({ holds: 'coupons', created: 2, refused: 1 })
  expect(result.table).toMatchObject({ preset: 'woocommerce-coupons', unusedColumns: ['description'] })
  expect(await storedCode('PÅSK')).toMatchObject({
    definition: { percentage_discount: 12.5 },
    used: 8,
    validTo: Date.parse('2027-03-31T22:00:00Z'),
  })
  expect(await storedCode('VIP')).toMatchObject({ definition: { fixed_amount: 100, minimum_spend: 500 } })
  expect(result.reports.map(({ row, code }) => [row, code])).toEqual([
    [3, 'may_be_combined'],
    [4, 'amount_per_unit'],
  ])
})
