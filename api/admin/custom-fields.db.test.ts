import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { undoChange } from '../../domain/undo/undo-change.server.ts'
import { productEditor } from '../../catalogue-import/edit-product.server.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { exportCustomer } from '../../domain/personal-data/export-customer.server.ts'
import { reversals } from '../../server/reversals.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testActor } from '../../test/test-actor.ts'
import { testKeys } from '../../test/keyring.ts'
import { snapshotOf, writtenOrder } from '../../test/order-fixture.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'

let test: OrderShop
let app: FastifyInstance
let owner: TestStaff
let id: number
let sku: string

beforeAll(async () => {
  test = await orderShop()
  app = await adminApp(testServices({ db: test.db }), {
    jobs: { enqueue: async () => {} },
    catalogue: test.catalogue,
  })
  owner = await signedInStaff(test.db, { role: 'owner' })
})
afterAll(async () => {
  await app.close()
  await test.close()
})
beforeEach(async () => {
  await sql`delete from custom_field`.execute(test.db)
  id = await test.addProduct()
  sku = (
    await test.db
      .selectFrom('product')
      .select('sku')
      .where('id', '=', id as never)
      .executeTakeFirstOrThrow()
  ).sku
})

const names = { nameSv: null, nameNo: null, nameDe: null, nameDa: null }
const optionNames = { optionNamesSv: [], optionNamesNo: [], optionNamesDe: [], optionNamesDa: [] }
const blank = {
  ...names,
  ...optionNames,
  object: 'product',
  kind: 'text',
  scope: 'shared',
  unit: null,
  options: [],
  isShown: false,
  isFacet: false,
  isInFeed: false,
  isRequired: false,
  position: 0,
}
const define = (fieldKey: string, more: object = {}, person = owner) =>
  callAdmin(app, person, 'POST', 'custom-fields', { ...blank, nameSv: fieldKey, fieldKey, ...more })
const definition = async (key: string) =>
  (await callAdmin(app, owner, 'GET', `custom-fields/${key}`)).body as {
    row: Record<string, unknown>
    version: string
    timeline: { id: number; action: string; can_undo: boolean }[]
  }
const read = async (name = sku, object = 'product') =>
  (await callAdmin(app, owner, 'GET', `field-values/${object}/${name}`)).body as {
    fields: { key: string; scopes: { scope: string; may_change: boolean }[] }[]
    values: Record<string, Record<string, unknown>>
  }
type Values = Record<string, Record<string, unknown>>
const set = (values: Values, expected: Values, { name = sku, object = 'product', person = owner } = {}) =>
  callAdmin(app, person, 'PUT', `field-values/${object}/${name}`, { values, expected })
const lastEntry = async () =>
  (
    await sql<{ id: number; action: string; store: string | null; before: object; after: object }>`
    select id, action, store, before, after from audit_entry order by id desc limit 1`.execute(test.db)
  ).rows[0]!
const undo = async () =>
  undoChange({ db: test.db, products: productEditor, reversals }, testActor, (await lastEntry()).id)

describe('the definitions', () => {
  it('staff define a field, change it, archive it and use it again, all of which can be undone', async () => {
    expect((await define('material')).body).toMatchObject({ key: 'product.material' })
    expect((await define('material')).body).toEqual({ code: 'field_exists' })
    const { row, version, timeline } = await definition('product.material')
    expect(row).toMatchObject({ label: 'material', fieldKey: 'material', kind: 'text', module: null })
    expect(timeline).toMatchObject([{ action: 'custom_field.add', can_undo: true }])
    const values = { ...blank, fieldKey: 'material', nameSv: 'Material', nameDe: 'Werkstoff' }
    const change = (more: object) =>
      callAdmin(app, owner, 'PUT', 'custom-fields/product.material', {
        values: { ...values, ...more },
        version,
      })
    expect((await change({ kind: 'number' })).body).toEqual({ code: 'field_is_fixed' })
    expect((await change({})).status).toBe(200)
    expect((await definition('product.material')).row).toMatchObject({
      label: 'Material',
      nameDe: 'Werkstoff',
    })
    expect(await undo()).toEqual({ ok: true })
    expect((await definition('product.material')).row).toMatchObject({ label: 'material', nameDe: null })
    expect((await callAdmin(app, owner, 'POST', 'custom-fields/product.material/archive', {})).status).toBe(
      200,
    )
    expect((await read()).fields).toEqual([])
    expect(await undo()).toEqual({ ok: true })
    expect((await read()).fields).toMatchObject([{ key: 'material' }])
  })

  it('what makes no field is refused', async () => {
    expect((await define('Material')).body).toEqual({ code: 'bad_field_key' })
    expect((await define('a', { nameSv: null })).body).toEqual({ code: 'field_without_name' })
    expect((await define('a', { kind: 'choice' })).body).toEqual({ code: 'field_without_options' })
    const options = { kind: 'choice', options: ['oak', 'ash'] }
    expect((await define('a', { ...options, optionNamesSv: ['Ek'] })).body).toEqual({
      code: 'bad_field_options',
    })
    expect((await define('a', { object: 'order', isShown: true })).body).toEqual({
      code: 'field_shown_of_products',
    })
    const service = await signedInStaff(test.db, { role: 'service' })
    expect((await define('a', {}, service)).status).toBe(403)
  })
})

describe('the values', () => {
  it('every type is stored as it is, and what does not fit is refused', async () => {
    await define('care')
    await define('length', { kind: 'number', unit: 'mm' })
    await define('wood', { kind: 'choice', options: ['oak', 'ash'], optionNamesSv: ['Ek', 'Ask'] })
    await define('fair', { kind: 'flag' })
    await define('since', { kind: 'date' })
    const none = { '': null }
    const given = {
      care: { '': 'Torkas' },
      length: { '': 12.5 },
      wood: { '': 'oak' },
      fair: { '': true },
      since: { '': '2026-11-29' },
    }
    const expected = { care: none, length: none, wood: none, fair: none, since: none }
    expect((await set(given, expected)).status).toBe(200)
    expect((await read()).values).toEqual(given)
    expect(await lastEntry()).toMatchObject({
      action: 'product.set_fields',
      store: null,
      after: { 'field.care': 'Torkas', 'field.length': 12.5, 'field.fair': true },
    })
    expect((await set({ length: { '': 'tolv' } }, { length: { '': 12.5 } })).body).toEqual({
      code: 'bad_field_value',
      field: 'length',
    })
    expect((await set({ size: { '': 'x' } }, {})).body).toEqual({ code: 'unknown_field', field: 'size' })
    expect((await set({ care: { sv: 'x' } }, {})).body).toEqual({ code: 'unknown_field', field: 'care' })
  })

  it('a required value is not removed', async () => {
    await define('care', { isRequired: true })
    await set({ care: { '': 'Torkas' } }, { care: { '': null } })
    expect((await set({ care: { '': null } }, { care: { '': 'Torkas' } })).body).toEqual({
      code: 'field_required',
      field: 'care',
    })
  })

  it('a change over another one is refused with what is stored', async () => {
    await define('care')
    await set({ care: { '': 'A' } }, { care: { '': null } })
    expect(await set({ care: { '': 'B' } }, { care: { '': null } })).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current: { care: { '': 'A' } } },
    })
  })

  it('a change is undone, and its undo too', async () => {
    await define('care')
    await set({ care: { '': 'A' } }, { care: { '': null } })
    await set({ care: { '': 'B' } }, { care: { '': 'A' } })
    expect(await undo()).toEqual({ ok: true })
    expect((await read()).values).toEqual({ care: { '': 'A' } })
    expect(await undo()).toEqual({ ok: true })
    expect((await read()).values).toEqual({ care: { '': 'B' } })
  })

  it('a value of a store needs the permission there alone', async () => {
    await define('note', { scope: 'store' })
    await define('origin', { scope: 'language' })
    await define('care')
    const swedish = await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] })
    const as = { person: swedish }
    expect((await set({ note: { sv: 'Ja' } }, { note: { sv: null } }, as)).status).toBe(200)
    expect(await lastEntry()).toMatchObject({ store: 'sv', after: { 'field.note.sv': 'Ja' } })
    expect((await set({ note: { no: 'Ja' } }, { note: { no: null } }, as)).status).toBe(403)
    expect((await set({ origin: { sv: 'Ja' } }, { origin: { sv: null } }, as)).status).toBe(200)
    expect((await set({ care: { '': 'x' } }, { care: { '': null } }, as)).status).toBe(403)
  })

  it('values stay when their field is archived, and go with their product', async () => {
    await define('care')
    await set({ care: { '': 'A' } }, { care: { '': null } })
    await callAdmin(app, owner, 'POST', 'custom-fields/product.care/archive', {})
    expect((await set({ care: { '': 'B' } }, { care: { '': 'A' } })).body).toMatchObject({
      code: 'unknown_field',
    })
    await callAdmin(app, owner, 'POST', 'custom-fields/product.care/restore', {})
    expect((await read()).values).toEqual({ care: { '': 'A' } })
    const count = async () =>
      (await test.db.selectFrom('custom_field_value').select('field').where('object_id', '=', id).execute())
        .length
    expect(await count()).toBe(1)
    await sql`delete from store_product where product_id = ${id}`.execute(test.db)
    await sql`delete from stock where product_id = ${id}`.execute(test.db)
    await sql`delete from price_tier where product_id = ${id}`.execute(test.db)
    await sql`delete from product where id = ${id}`.execute(test.db)
    expect(await count()).toBe(0)
  })
})

describe('other objects', () => {
  it('orders, customers, companies and coupons have fields, whose personal values are not in the audit', async () => {
    const { number } = await writtenOrder(test.db, snapshotOf('sv'))
    const { rows } = await sql<{ id: string }>`insert into account (store, email, password_hash, type)
      values ('sv', 'anna@example.se', null, 'private') returning id`.execute(test.db)
    const customer = String(rows[0]!.id)
    await sql`insert into coupon (code, terms) values ('VAR10', '{"percentage_discount":10}')`.execute(
      test.db,
    )
    const company = await sql<{ id: number }>`insert into company (store, name, organisation_number)
      values ('sv', 'Bolaget AB', '5560360793') returning id`.execute(test.db)
    const owners = { order: number, customer, coupon: 'var10', company: String(company.rows[0]!.id) }
    for (const [object, name] of Object.entries(owners)) {
      await define('note', { object })
      const at = { object, name }
      expect(await set({ note: { '': 'Ring först' } }, { note: { '': null } }, at)).toMatchObject({
        status: 200,
      })
      const entry = await lastEntry()
      expect(entry).toMatchObject({ store: object === 'coupon' ? null : 'sv' })
      expect(JSON.stringify(entry).includes('Ring')).toBe(object === 'coupon')
      await set({ note: { '': 'Ring efter' } }, { note: { '': 'Ring först' } }, at)
      expect(await undo()).toEqual({ ok: true })
      expect((await read(name, object)).values).toEqual({ note: { '': 'Ring först' } })
    }
    const exported = await exportCustomer(test.db, { accountId: Number(customer) })
    expect(exported['customer_fields']).toMatchObject([{ field: 'note', value: 'Ring först' }])
    expect(
      await eraseCustomer(test.db, testActor, {
        keys: testKeys,
        accountId: Number(customer),
        now: new Date(),
      }),
    ).toEqual({ ok: true })
    expect((await callAdmin(app, owner, 'GET', `field-values/customer/${customer}`)).status).toBe(404)
    const left = await sql`select from custom_field_value where object = 'customer'`.execute(test.db)
    expect(left.rows).toEqual([])
    expect((await callAdmin(app, owner, 'GET', 'field-values/order/X999999')).status).toBe(404)
  })
})
