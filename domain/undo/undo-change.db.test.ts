import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCoupon } from '../../test/coupon-fixture.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import { writeCatalogueRecords } from '../../catalogue-import/write-catalogue.server.ts'
import { testActor } from '../../test/test-actor.ts'
import type { StoreProductRecord } from '../catalogue/catalogue-record.ts'
import { changePrice, previewReduction, readPrices } from '../catalogue/change-price.server.ts'
import { isLowerCampaign } from '../catalogue/list-price.ts'
import type { ProductPrices } from '../catalogue/product-prices.ts'
import { removePage } from '../content/remove-content.server.ts'
import { addHint, listHints, removeHint } from '../content/hint-repository.server.ts'
import { disableCoupon, listCoupons } from '../coupons/coupon-repository.server.ts'
import { editCoupon } from '../coupons/edit-coupon.server.ts'
import { minor } from '../money/money.ts'
import { toSku, type Sku } from '../products/sku.ts'
import { changeStock, setIncoming } from '../stock/stock-history.server.ts'
import { undoChange } from './undo-change.server.ts'
import { reversals } from '../../server/reversals.ts'

let shop: OrderShop
let sku: Sku
let product: number
beforeAll(async () => {
  shop = await orderShop()
  product = await shop.addProduct({ available: 50 })
  const row = await shop.db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', product as never)
    .executeTakeFirstOrThrow()
  sku = toSku(row.sku)
})
afterAll(() => shop.close())

async function lastEntry(): Promise<number> {
  const { rows } = await sql<{ id: number }>`select max(id) as id from audit_entry`.execute(shop.db)
  return rows[0]!.id
}
const undo = (id: number) => undoChange({ db: shop.db, products: productEditor, reversals }, testActor, id)
const prices = async () => (await readPrices(shop.db, { sku, store: 'sv' }))!.prices
const setPrices = (wanted: ProductPrices, expected?: ProductPrices) =>
  changePrice(shop.db, testActor, { sku, store: 'sv', prices: wanted, expected })

/** None that rises with the quantity, which is refused. */
const tiers = fc.uniqueArray(fc.integer({ min: 2, max: 50 }), { maxLength: 3 }).chain((quantities) =>
  fc
    .array(fc.integer({ min: 1, max: 1_000 }), {
      minLength: quantities.length + 1,
      maxLength: quantities.length + 1,
    })
    .map((amounts) => {
      const falling = amounts.toSorted((a, b) => b - a)
      return [1, ...quantities.toSorted((a, b) => a - b)].map((minQuantity, index) => ({
        minQuantity,
        priceMinor: minor(falling[index]! * 100),
      }))
    }),
)
const anyPrices: fc.Arbitrary<ProductPrices> = fc
  .record({
    normal: tiers,
    campaign: fc.option(
      fc.record({
        tiers,
        startsAt: fc.constantFrom(null, '2026-11-21T00:00:00.000Z'),
        endsAt: fc.constantFrom(null, '2026-12-01T00:00:00.000Z'),
      }),
    ),
  })
  .filter(({ normal, campaign }) => campaign === null || isLowerCampaign(normal, campaign))

describe('undo from the audit', () => {
  it('restores every price that was changed, and can itself be undone', async () => {
    await fc.assert(
      fc.asyncProperty(anyPrices, anyPrices, async (first, second) => {
        await setPrices(first)
        const changed = await setPrices(second)
        if (!changed.ok || changed.outcome === 'unchanged') return
        expect(await prices()).toEqual(second)
        expect(await undo(await lastEntry())).toEqual({ ok: true })
        expect(await prices()).toEqual(first)
        expect(await undo(await lastEntry())).toEqual({ ok: true })
        expect(await prices()).toEqual(second)
      }),
      { numRuns: 15 },
    )
  })

  it('refuses where a later change is in the way, and names it', async () => {
    const normal = (amount: number) => ({
      normal: [{ minQuantity: 1, priceMinor: minor(amount) }],
      campaign: null,
    })
    await setPrices(normal(100))
    await setPrices(normal(200))
    const second = await lastEntry()
    await setPrices(normal(300))
    const third = await lastEntry()
    expect(await undo(second)).toMatchObject({
      ok: false,
      code: 'changed_since',
      entry: { id: third, action: 'price.change' },
    })
    expect(await undo(third)).toEqual({ ok: true })
    expect(await undo(third)).toMatchObject({ code: 'changed_since' })
    expect(await undo(999_999_999)).toEqual({ ok: false, code: 'unknown_entry' })
  })

  it('refuses where another use case has changed the same fields since', async () => {
    const id = await shop.addProduct({ price: 100 })
    const { sku: other } = await shop.db
      .selectFrom('product')
      .select('sku')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const unit = (amount: number) => [{ minQuantity: 1, priceMinor: minor(amount) }]
    const inGrid = (amount: number) =>
      changePrice(shop.db, testActor, {
        sku: toSku(other),
        store: 'sv',
        prices: { normal: unit(amount), campaign: null },
      })
    const record = async () => (await productEditor.read(shop.db, toSku(other)))!
    const inEditor = async (change: Partial<StoreProductRecord>) => {
      const expected = await record()
      const saved = await productEditor.save(shop.db, testActor, {
        record: {
          ...expected,
          stores: { ...expected.stores, sv: { ...expected.stores.sv!, ...change } },
        },
        expected: { ...expected },
        may: () => true,
      })
      expect(saved).toMatchObject({ ok: true, outcome: 'changed' })
    }
    const shown = async () => (await record()).stores.sv

    await inEditor({ prices: [{ q: 1, p: 90 }] })
    const edit = await lastEntry()
    await inGrid(8_000)
    expect(await undo(edit)).toEqual({ ok: false, code: 'impossible', reason: 'changed_meanwhile' })
    expect(await shown()).toMatchObject({ prices: [{ q: 1, p: 80 }] })

    await inGrid(7_000)
    const grid = await lastEntry()
    await inEditor({ prices: [{ q: 1, p: 60 }] })
    expect(await undo(grid)).toEqual({ ok: false, code: 'impossible', reason: 'changed_meanwhile' })
    expect(await shown()).toMatchObject({ prices: [{ q: 1, p: 60 }] })

    await inEditor({ name: 'Edited' })
    const rename = await lastEntry()
    await writeCatalogueRecords(shop.db, testActor, [
      { ...(await record()), stores: { sv: { ...(await shown())!, name: 'Imported' } } },
    ])
    expect(await undo(rename)).toEqual({ ok: false, code: 'impossible', reason: 'changed_meanwhile' })
    expect(await shown()).toMatchObject({ name: 'Imported' })
  })

  it('adds stock back beside sales, once', async () => {
    const { available } = await shop.stockOf(product)
    const by = (units: number) =>
      changeStock(shop.db, testActor, { sku, store: 'sv', units, reason: 'damage', reference: '' })
    await by(-10)
    const entry = await lastEntry()
    await by(3)
    expect(await undo(entry)).toEqual({ ok: true })
    expect((await shop.stockOf(product)).available).toBe(available + 3)
    expect(await undo(entry)).toMatchObject({ code: 'changed_since' })
    // A reference that staff type does not make a change an undo.
    await by(2)
    const found = await lastEntry()
    await changeStock(shop.db, testActor, {
      sku,
      store: 'sv',
      units: -1,
      reason: 'correction',
      reference: `undo ${found}`,
    })
    expect(await undo(found)).toEqual({ ok: true })
    await by(1)
    await by(5)
    const delivery = await lastEntry()
    await by(-(available + 8))
    expect(await undo(delivery)).toEqual({ ok: false, code: 'impossible', reason: 'below_zero' })
  })

  it('restores the day of incoming goods, unless an import has set another', async () => {
    const day = async () => {
      const { rows } = await sql<{ day: string | null }>`
        select to_char(incoming_at at time zone 'Europe/Stockholm', 'YYYY-MM-DD') as day
        from stock where product_id = ${product} and store = 'sv'`.execute(shop.db)
      return rows[0]!.day
    }
    const expectGoods = (date: string) =>
      setIncoming(shop.db, testActor, { sku, store: 'sv', units: 10, date, reason: 'order 4711' })
    await expectGoods('2027-01-11')
    await expectGoods('2027-01-18')
    expect(await undo(await lastEntry())).toEqual({ ok: true })
    expect(await day()).toBe('2027-01-11')
    await expectGoods('2027-01-25')
    await sql`update stock set incoming_at = '2027-02-01T00:00:00+01:00'
      where product_id = ${product} and store = 'sv'`.execute(shop.db)
    expect(await undo(await lastEntry())).toEqual({
      ok: false,
      code: 'impossible',
      reason: 'changed_meanwhile',
    })
    expect(await day()).toBe('2027-02-01')
  })

  it('restores coupons and content', async () => {
    const code = await addCoupon(shop.db, { percentage_discount: 10 })
    const stored = async () => {
      const [coupon] = await listCoupons(shop.db, code)
      return coupon
    }
    const before = await stored()
    await editCoupon(shop.db, testActor, code, {
      percentage_discount: 15,
      valid_to: '2026-12-31',
      usage_limit: 9,
    })
    expect(await undo(await lastEntry())).toEqual({ ok: true })
    expect(await stored()).toEqual(before)
    await disableCoupon(shop.db, testActor, code, new Date(shop.now.at))
    expect(await undo(await lastEntry())).toEqual({ ok: true })
    expect(await stored()).toEqual(before)

    const hint = {
      store: 'sv',
      triggers: ['retur'],
      hint: 'Så returnerar du',
      url: '/sv/retur',
      url_title: 'Retur',
      redirect: false,
    } as const
    const added = await addHint(shop.db, testActor, { ...hint, triggers: [...hint.triggers] })
    if (!added.ok) throw new Error(added.code)
    await removeHint(shop.db, testActor, added.id)
    expect(await undo(await lastEntry())).toEqual({ ok: true })
    expect(await listHints(shop.db, 'sv')).toMatchObject([hint])

    await sql`insert into content_page (store, path, title, body, preview_key)
      values ('sv', 'om', 'Om oss', '<p>x</p>', 'key')`.execute(shop.db)
    const page = await shop.db.selectFrom('content_page').selectAll().execute()
    await removePage(shop.db, testActor, 'sv', 'om')
    expect(await undo(await lastEntry())).toEqual({ ok: true })
    expect(await shop.db.selectFrom('content_page').selectAll().execute()).toEqual(page)
  })

  it('leaves the price history of both changes, and says what a campaign may announce', async () => {
    const other = toSku(
      (
        await shop.db
          .selectFrom('product')
          .select('sku')
          .where('id', '=', await shop.addProduct())
          .executeTakeFirstOrThrow()
      ).sku,
    )
    const unit = (amount: number) => [{ minQuantity: 1, priceMinor: minor(amount) }]
    const change = (amount: number) =>
      changePrice(shop.db, testActor, {
        sku: other,
        store: 'sv',
        prices: { normal: unit(amount), campaign: null },
      })
    await change(10_000)
    await change(8_000)
    expect(await undo(await lastEntry())).toEqual({ ok: true })
    const campaign = { tiers: unit(6_000), startsAt: null, endsAt: null }
    const services = { db: shop.db, clock: () => Date.now() + 1_000 }
    expect(await previewReduction(services, { sku: other, store: 'sv', campaign })).toEqual({
      lowestMinor: 8_000,
      percent: 25,
    })
    expect(
      await changePrice(shop.db, testActor, {
        sku: other,
        store: 'sv',
        prices: { normal: unit(9_000), campaign: null },
        expected: { normal: unit(8_000), campaign: null },
      }),
    ).toEqual({
      ok: false,
      code: 'changed_meanwhile',
      current: { normal: unit(10_000), campaign: null },
    })
  })
})
