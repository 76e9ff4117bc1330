/** Discount codes through the API of the back office: every kind of the specification, its history, the simulator. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { describeKinds } from '../../domain/coupons/describe-kinds.server.ts'
import type { CouponKindName } from '../../domain/coupons/coupon-kinds.ts'
import type { ModuleKindName } from '../../domain/coupons/module-kind.ts'
import type { CouponPage, Simulation } from '../../contract/admin/coupons.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'
import { toSku } from '../../domain/products/sku.ts'
import { testActor } from '../../test/test-actor.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let sku: string
beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: { enqueue: async () => {} },
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  const id = await shop.addProduct({ price: 100, available: 50, discountCategory: 'cells' })
  // As the test's catalogue names it.
  sku = `SKU-${id}`
  await shop.db
    .updateTable('product')
    .set({ sku: toSku(sku) })
    .where('id', '=', id)
    .execute()
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const send = (method: 'POST' | 'PUT', path: string, body?: object, person = owner) =>
  callAdmin(app, person, method, path, body)
const create = (fields: object, person = owner) => send('POST', 'coupons', { fields }, person)
const page = async (code: string, person = owner) =>
  (await callAdmin(app, person, 'GET', `coupons/${code}`)).body as CouponPage
const simulate = async (body: object) => {
  const answer = await send('POST', 'coupon-simulations', { store: 'sv', ...body })
  return answer.body as Simulation
}

describe('coupons in the back office', () => {
  // Kind → its fields, and what it takes off four units at 100 kr.
  const examples: Record<Exclude<CouponKindName, ModuleKindName>, { fields: object; takesOff: number }> = {
    global: { fields: { percentage_discount: 10 }, takesOff: 40 },
    restricted: { fields: { percentage_discount: 10, excluded_groups: [999_999] }, takesOff: 40 },
    fixed: { fields: { fixed_amount: 30, stores: ['sv'] }, takesOff: 30 },
    buyXGetY: { fields: { buy_x: 3, get_y: 1, discount_type_value: 3 }, takesOff: 100 },
    quantityInterval: {
      fields: { buy_x_quantity_interval_buy: 1, buy_x_percentage_interval_get: 50 },
      takesOff: 100,
    },
    amountInterval: {
      fields: {
        coupon_buy_x_interval_amount_buy: 200,
        coupon_buy_x_interval_amount_get: 25,
        stores: ['sv'],
      },
      takesOff: 50,
    },
    quantityIncrement: {
      fields: { buy_x_quantity_increment_buy: 2, buy_x_percentage_increment_get: 5 },
      takesOff: 40,
    },
    amountIncrement: {
      fields: {
        coupon_buy_x_increment_amount_buy: 200,
        coupon_buy_x_increment_amount_get: 5,
        stores: ['sv'],
      },
      takesOff: 40,
    },
  }

  it('offers a form for every kind of the specification (DEF-09)', async () => {
    const { body } = await callAdmin(app, owner, 'GET', 'coupon-kinds')
    expect((body as { kinds: { name: string }[] }).kinds.map(({ name }) => name).toSorted()).toEqual(
      Object.keys(examples).toSorted(),
    )
    for (const { name, fields } of describeKinds())
      for (const field of Object.keys(examples[name as keyof typeof examples].fields).filter(
        (each) => each !== 'stores',
      ))
        expect(
          fields.map((each) => each.name),
          name,
        ).toContain(field)
  })

  it.each(Object.entries(examples))(
    'creates a code of the kind %s and simulates it (COUPON-07..41)',
    async (kind, { fields, takesOff }) => {
      const code = `KIND-${kind.toUpperCase()}`
      expect(await create({ code: code.toLowerCase(), ...fields })).toEqual({ status: 200, body: { code } })
      expect(await page(code)).toMatchObject({ code, kind, state: 'valid', used: 0, mayEdit: true })
      const priced = await simulate({ lines: [{ sku, quantity: 4 }], codes: [code] })
      expect(priced.codes).toEqual([{ code, applied: true, reason: null, amount: takesOff }])
      expect(priced.sum).toBe(400 - takesOff)
      const [line] = priced.lines
      expect(line!.priceTrace).toContainEqual(expect.objectContaining({ code, amount: -takesOff }))
      const steps = line!.priceTrace.filter(({ step }) => step !== 'paid' && step !== 'vat')
      expect(steps.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(line!.total)
    },
  )

  it('names every field that is wrong, and does not touch a code that exists', async () => {
    expect(await create({ code: 'BAD 1', percentage_discount: 'ten', usage_limit: 0 })).toEqual({
      status: 409,
      body: {
        code: 'bad_record',
        problems: [
          { field: 'code', code: 'bad_code' },
          { field: 'percentage_discount', code: 'bad_type' },
          { field: 'usage_limit', code: 'bad_limit' },
        ],
      },
    })
    await create({ code: 'TWICE', percentage_discount: 10 })
    expect((await create({ code: 'twice', percentage_discount: 50 })).body).toEqual({
      code: 'bad_record',
      problems: [{ field: 'code', code: 'exists' }],
    })
    expect((await create({ code: 'AMOUNT', fixed_amount: 10 })).body).toMatchObject({
      problems: [{ field: 'stores', code: 'needs_one_store' }],
    })
    const free = { discount_type_value: 3 }
    expect(
      (await create({ code: 'NO-SKU', buy_x: 1, get_y: 1, ...free, buy_products: ['nothing'] })).body,
    ).toEqual({
      code: 'bad_record',
      problems: [{ field: 'buy_products', code: 'unknown_sku' }],
    })
    const wrong = { percentage_discount: 120, gift_quantity: 101, buy_products: ['nothing'] }
    expect((await create({ code: 'twice', ...wrong, gift_sku: 'X' })).body).toMatchObject({
      problems: [
        { field: 'code', code: 'exists' },
        { field: 'buy_products', code: 'unknown_sku' },
        { field: 'gift_quantity', code: 'bad_quantity' },
        { field: 'percentage_discount', code: 'bad_percentage' },
      ],
    })
    expect((await create({ code: 'XXX', percentage_discount: 10, colour: 'red' })).body).toMatchObject({
      code: 'unknown_field',
    })
  })

  it('replaces the terms unless somebody did meanwhile, and undoes from the history', async () => {
    const code = 'EDITED'
    const offer = { buy_x: 2, get_y: 1, discount_type_value: 3 }
    await create({ code, ...offer, buy_products: [sku], valid_to: '2026-12-31' })
    const first = await page(code)
    expect(first).toMatchObject({ validTo: '2027-01-01T00:00', state: 'valid' })
    const [bought] = first.fields['buy_products'] as number[]
    expect(first.skus).toEqual({ [bought!]: sku })
    const put = (fields: object, expected: object) => send('PUT', `coupons/${code}`, { fields, expected })
    expect((await put({ percentage_discount: 20 }, first.fields)).status).toBe(200)
    expect(await put({ percentage_discount: 30 }, first.fields)).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        current: { kind: 'global', fields: { percentage_discount: 20 }, validTo: null },
      },
    })
    const second = await page(code)
    expect(second).toMatchObject({ kind: 'global', validTo: null })
    expect(second.timeline.map(({ action, canUndo }) => [action, canUndo])).toEqual([
      ['coupon.change', true],
      ['coupon.create', true],
    ])
    expect((await send('POST', `audit/${second.timeline[0]!.id}/undo`)).status).toBe(200)
    expect((await page(code)).fields).toEqual(first.fields)
  })

  it('stops and resumes a code; the simulator says why it does nothing', async () => {
    const code = 'STOPPED'
    await create({ code, percentage_discount: 10, valid_from: '2026-11-01' })
    const cart = { lines: [{ sku, quantity: 1 }], codes: [code] }
    expect((await send('POST', `coupons/${code}/stop`)).status).toBe(200)
    expect((await page(code)).state).toBe('disabled')
    expect((await simulate(cart)).codes).toEqual([{ code, applied: false, reason: 'disabled', amount: 0 }])
    expect((await send('POST', `coupons/${code}/resume`)).status).toBe(200)
    expect((await simulate(cart)).codes).toMatchObject([{ applied: true }])
    expect((await simulate({ ...cart, at: '2026-10-01T00:00:00Z' })).codes).toMatchObject([
      { reason: 'not_yet_valid' },
    ])
    expect((await page(code)).timeline.map(({ action }) => action)).toEqual([
      'coupon.change',
      'coupon.disable',
      'coupon.create',
    ])
    const missing = await simulate({ lines: [{ sku: 'nothing', quantity: 1 }], codes: ['NO-SUCH-CODE'] })
    expect(missing).toMatchObject({
      lines: [],
      codes: [{ reason: 'unknown' }],
      unavailable: [{ sku: 'nothing', notice: null }],
      sum: 0,
    })
  })

  it('simulates the cart of a customer with a discount of their own', async () => {
    const account = { store: 'sv' as const, email: 'erik@example.se', passwordHash: null }
    await createAccount(shop.db, testActor, { ...account, discounts: { cells: 2_000 } })
    const cart = { lines: [{ sku, quantity: 1 }], codes: [] }
    expect(await simulate({ ...cart, email: 'erik@example.se' })).toMatchObject({ sum: 80 })
    const unknown = await send('POST', 'coupon-simulations', { store: 'sv', ...cart, email: 'x@example.se' })
    expect(unknown).toEqual({ status: 404, body: { code: 'unknown_customer' } })
  })

  it('is changed only by staff of every store in which it is valid', async () => {
    const swedish = await signedInStaff(shop.db, { role: 'catalogue', stores: ['sv'], now: shop.now.at })
    const fields = { code: 'EVERYWHERE', percentage_discount: 10 }
    expect((await create(fields, swedish)).body).toMatchObject({ code: 'store_not_permitted' })
    expect((await create({ ...fields, code: 'SWEDEN', stores: ['sv'] }, swedish)).status).toBe(200)
    await create(fields)
    expect(await page('EVERYWHERE', swedish)).toMatchObject({ mayEdit: false })
    expect((await send('POST', 'coupons/EVERYWHERE/stop', undefined, swedish)).status).toBe(403)
    const widened = { code: 'SWEDEN', percentage_discount: 10, stores: ['sv', 'no'] }
    const { fields: expected } = await page('SWEDEN')
    expect((await send('PUT', 'coupons/SWEDEN', { fields: widened, expected }, swedish)).status).toBe(403)
    await create({ code: 'NORWAY', percentage_discount: 10, stores: ['no'] })
    expect((await callAdmin(app, swedish, 'GET', 'coupons/NORWAY')).status).toBe(403)
    const { body } = await callAdmin(app, swedish, 'GET', 'coupons?q=norway')
    expect(body).toMatchObject({ count: 0 })
    const { body: stopped } = await callAdmin(app, owner, 'GET', 'coupons?filter.state=valid&q=sweden')
    expect(stopped).toMatchObject({ rows: [{ code: 'SWEDEN', kind: 'global', state: 'valid' }] })
  })

  it('is listed with its kind, its names and its stores, and exported as a saved view names the columns', async () => {
    const validTo = '2027-06-01T00:00'
    const labels = { discount_labels: { sv: 'Lista', no: 'Liste' } }
    await create({ code: 'LISTED-A', percentage_discount: 10, stores: ['sv', 'no'], ...labels })
    await create({ code: 'LISTED-B', fixed_amount: 30, stores: ['sv'], valid_to: validTo, usage_limit: 3 })
    await create({ code: 'LISTED-C', percentage_discount: 5, discount_label: 'Överallt' })
    const list = async (query: string) =>
      (await callAdmin(app, owner, 'GET', `coupons?${query}`)).body as { rows: { code: string }[] }
    const codes = async (query: string) => (await list(query)).rows.map(({ code }) => code)
    expect(await list('q=listed&sort=code&filter.state=valid,used_up')).toMatchObject({
      rows: [
        { code: 'LISTED-A', kind: 'global', label: 'Liste, Lista', stores: ['sv', 'no'], usageLimit: null },
        { code: 'LISTED-B', kind: 'fixed', label: null, stores: ['sv'], used: 0, usageLimit: 3 },
        { code: 'LISTED-C', kind: 'global', label: 'Överallt', stores: [], validFrom: null, validTo: null },
      ],
    })
    expect(await codes('q=listed&sort=code&filter.store=no')).toEqual(['LISTED-A', 'LISTED-C'])
    expect(await codes('q=listed&sort=valid_to&limit=1')).toEqual(['LISTED-B'])
    expect(await codes('q=överallt&sort=-used')).toEqual(['LISTED-C'])
    expect(await codes('q=listed&filter.field=note:=x')).toEqual([])
    // As views that were saved before names were in camelCase.
    const exported = await app.inject({
      url: '/admin/api/coupons.csv?q=listed&sort=code&filter.store=sv&columns=code,kind,stores,valid_to,usage_limit',
      headers: owner.headers,
    })
    expect(exported.body.split('\r\n')).toEqual([
      '\uFEFFcode;kind;stores;validTo;usageLimit',
      'LISTED-A;global;"[""sv"",""no""]";;',
      'LISTED-B;fixed;"[""sv""]";2027-05-31T22:00:00.000Z;3',
      'LISTED-C;global;[];;',
      '',
    ])
  })

  it('that was created is stopped by its undo, and can be used again by the undo of that', async () => {
    const code = 'MISTAKE'
    await create({ code, percentage_discount: 10 })
    const undoLatest = async (action: string) => {
      const entry = (await page(code)).timeline.find((each) => each.action === action)
      return send('POST', `audit/${entry!.id}/undo`)
    }
    expect((await undoLatest('coupon.create')).status).toBe(200)
    expect(await page(code)).toMatchObject({
      state: 'disabled',
      timeline: [{ action: 'coupon.disable' }, {}],
    })
    expect((await undoLatest('coupon.create')).status).toBe(409)
    expect((await undoLatest('coupon.disable')).status).toBe(200)
    expect((await page(code)).state).toBe('valid')
  })

  it('is undone only by staff of every store in which it is valid or would be again', async () => {
    const swedish = await signedInStaff(shop.db, { role: 'catalogue', stores: ['sv'], now: shop.now.at })
    const fields = { code: 'UNDONE', percentage_discount: 10, stores: ['sv', 'no'] }
    await create(fields)
    const change = async (next: object) => {
      const { fields: expected } = await page('UNDONE')
      await send('PUT', 'coupons/UNDONE', { fields: { ...fields, ...next }, expected })
      return (await page('UNDONE')).timeline[0]!.id
    }
    const undo = (id: number, person: TestStaff) => send('POST', `audit/${id}/undo`, undefined, person)
    expect(await undo(await change({ percentage_discount: 20 }), swedish)).toMatchObject({
      status: 403,
      body: { code: 'store_not_permitted', store: 'no' },
    })
    // Valid in Sweden only now; the undo would make it valid in Norway again.
    const narrowed = await change({ percentage_discount: 20, stores: ['sv'] })
    expect((await undo(narrowed, swedish)).body).toMatchObject({ code: 'store_not_permitted', store: 'no' })
    const lowered = await change({ stores: ['sv'], percentage_discount: 5 })
    expect((await undo(lowered, swedish)).status).toBe(200)
    expect((await undo(narrowed, owner)).status).toBe(200)
    expect((await page('UNDONE')).fields).toMatchObject({ stores: ['sv', 'no'] })
  })
})
