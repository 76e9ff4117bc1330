import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { declaredFields } from '../../domain/custom-fields/declared-fields.ts'
import { findFieldOwner } from '../../domain/custom-fields/field-owners.server.ts'
import { setFieldValues } from '../../domain/custom-fields/field-values.server.ts'
import { tidyPictures } from '../../domain/pictures/fetch-pictures.server.ts'
import { photo } from '../../domain/pictures/photo-fixture.test-support.ts'
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
  await sql`delete from custom_field_definition`.execute(test.db)
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
  refersTo: null,
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
    timeline: { id: number; action: string; canUndo: boolean }[]
  }
/** Without those that modules of the shop declare. */
const ofStaff = <Field extends { key: string }>(fields: readonly Field[]): Field[] =>
  fields.filter(({ key }) => !declaredFields.some((declared) => declared.key === key))
const read = async (name = sku, object = 'product') => {
  const { body } = await callAdmin(app, owner, 'GET', `field-values/${object}/${name}`)
  const answer = body as {
    fields: { key: string; scopes: { scope: string; mayChange: boolean }[] }[]
    values: Record<string, Record<string, unknown>>
    references: { field: string; scope: string; name: string | null }[]
  }
  return { ...answer, fields: ofStaff(answer.fields) }
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
    expect(timeline).toMatchObject([{ action: 'custom_field.add', canUndo: true }])
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
    const reference = { kind: 'reference', refersTo: 'customer' }
    expect((await define('a', { kind: 'reference' })).body).toEqual({ code: 'field_without_target' })
    expect((await define('a', { refersTo: 'order' })).body).toEqual({ code: 'field_without_target' })
    expect((await define('a', { ...reference, isShown: true })).body).toEqual({
      code: 'field_of_staff_alone',
    })
    const filter = { isShown: true, isFacet: true }
    expect((await define('a', { ...filter, kind: 'rich_text' })).body).toEqual({ code: 'field_is_no_filter' })
    expect((await define('a', { isFacet: true })).body).toEqual({ code: 'field_filter_is_shown' })
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

  it('a reference is the name of what there is, and says when that is gone', async () => {
    const other = await test.addProduct()
    const { sku: named } = await test.db
      .selectFrom('product')
      .select('sku')
      .where('id', '=', other as never)
      .executeTakeFirstOrThrow()
    await define('charger', { kind: 'reference', refersTo: 'product' })
    await sql`insert into coupon (code, terms) values ('SOMMAR', '{"percentage_discount":10}')`.execute(
      test.db,
    )
    await define('offer', { kind: 'reference', refersTo: 'coupon' })
    const none = { charger: { '': null }, offer: { '': null } }
    expect((await set({ charger: { '': 'NO-SUCH' } }, none)).body).toEqual({
      code: 'unknown_reference',
      field: 'charger',
    })
    expect((await set({ charger: { '': named }, offer: { '': 'sommar' } }, none)).status).toBe(200)
    const { values, references } = await read()
    expect(values).toEqual({ charger: { '': named }, offer: { '': 'SOMMAR' } })
    expect(references).toEqual([
      { field: 'charger', scope: '', name: expect.stringMatching(/./) },
      { field: 'offer', scope: '', name: 'SOMMAR' },
    ])
    await sql`delete from coupon where code = 'SOMMAR'`.execute(test.db)
    expect((await read()).references).toMatchObject([{}, { field: 'offer', name: null }])
  })

  it('a reference tells nobody whether there is what they may not read', async () => {
    const { rows } = await sql<{ id: string }>`insert into account (store, email, password_hash, type)
      values ('no', 'kari@example.no', null, 'private') returning id`.execute(test.db)
    const customer = String(rows[0]!.id)
    await define('tester', { kind: 'reference', refersTo: 'customer', scope: 'store' })
    const person = await signedInStaff(test.db, { role: 'catalogue', stores: ['sv'] })
    const none = { tester: { sv: null } }
    for (const value of [customer, '999999999'])
      expect((await set({ tester: { sv: value } }, none, { person })).body).toEqual({
        code: 'unknown_reference',
        field: 'tester',
      })
    expect((await set({ tester: { sv: customer } }, none)).status).toBe(200)
    const seen = async () => {
      const { body } = await callAdmin(app, person, 'GET', `field-values/product/${sku}`)
      return (body as { references: unknown }).references
    }
    const unnamed = [{ field: 'tester', scope: 'sv', name: customer }]
    expect(await seen()).toEqual(unnamed)
    await sql`delete from account where id = ${customer}::bigint`.execute(test.db)
    expect(await seen()).toEqual(unnamed)
    expect((await read()).references).toMatchObject([{ name: null }])
  })

  it('a picture is stored with its alternative text, and kept as long as a value or its undo needs it', async () => {
    await define('drawing', { kind: 'picture' })
    expect((await define('logo', { kind: 'picture', object: 'customer' })).body).toEqual({
      code: 'field_picture_of_products',
    })
    const none = { drawing: { '': null } }
    const missing = `picture:${'a'.repeat(64)}`
    expect((await set({ drawing: { '': missing } }, none)).body).toEqual({
      code: 'unknown_picture',
      field: 'drawing',
    })
    const upload = (payload: Buffer, person = owner) =>
      app.inject({
        method: 'POST',
        url: '/admin/api/field-pictures',
        headers: { ...person.headers, 'content-type': 'image/png' },
        payload,
      })
    expect((await upload(Buffer.from('no picture'))).statusCode).toBe(409)
    const service = await signedInStaff(test.db, { role: 'service' })
    const bytes = await photo().png().toBuffer()
    expect((await upload(bytes, service)).statusCode).toBe(403)
    const { source } = (await upload(bytes)).json<{ source: string }>()
    const value = `${source} Måtten, från sidan`
    expect((await set({ drawing: { '': value } }, none)).status).toBe(200)
    const isKept = async () => {
      await sql`update picture_original set stored_at = now() - interval '2 days'`.execute(test.db)
      await tidyPictures(test.db)
      return (await test.db.selectFrom('picture_original').select('format').execute()).length > 0
    }
    expect(await isKept()).toBe(true)
    await set({ drawing: { '': null } }, { drawing: { '': value } })
    expect(await isKept()).toBe(true)
    expect(await undo()).toEqual({ ok: true })
    expect((await read()).values).toEqual({ drawing: { '': value } })
    // As a node of a release without such fields does.
    await sql`delete from picture_original`.execute(test.db)
    expect(await isKept()).toBe(true)
    await sql`delete from custom_field_value`.execute(test.db)
    expect(await isKept()).toBe(false)
  })

  it('a node of the release before knows the fields of its kinds alone', async () => {
    await define('story', { kind: 'rich_text' })
    await define('care')
    const seen = async () => (await sql<{ key: string }>`select * from custom_field`.execute(test.db)).rows
    expect((await seen()).map(({ key }) => key)).toEqual(['care'])
    await sql`insert into custom_field (object, key, kind, names, options, scope, is_shown, is_facet, is_in_feed,
      is_required, position) values ('product', 'story', 'text', '{}', '[]', 'shared', false, false, false, false, 0),
      ('product', 'origin', 'text', '{"sv":"x"}', '[]', 'shared', false, false, false, false, 0)
      on conflict do nothing`.execute(test.db)
    expect((await seen()).map(({ key }) => key).toSorted()).toEqual(['care', 'origin'])
    expect((await read()).fields.map(({ key }) => key).toSorted()).toEqual(['care', 'origin', 'story'])
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

describe('tables', () => {
  it('are filtered by texts, choices, switches, numbers and days', async () => {
    await define('care')
    await define('length', { kind: 'number', unit: 'mm' })
    await define('wood', { kind: 'choice', options: ['oak', 'ash'], scope: 'store' })
    await define('fair', { kind: 'flag' })
    await define('since', { kind: 'date' })
    await define('story', { kind: 'rich_text' })
    const none = { '': null }
    await set(
      {
        care: { '': 'Torkas, 100 %' },
        length: { '': 12.5 },
        wood: { sv: 'oak', de: 'ash' },
        fair: { '': true },
        since: { '': '2026-11-29' },
      },
      { care: none, length: none, wood: { sv: null, de: null }, fair: none, since: none },
    )
    const { fields } = (await callAdmin(app, owner, 'GET', 'filterable-fields/product')).body as {
      fields: { key: string }[]
    }
    expect(
      ofStaff(fields)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(['care', 'fair', 'length', 'since', 'wood'])
    const found = async (wanted: string) => {
      const answer = await callAdmin(
        app,
        owner,
        'GET',
        `products?filter.store=sv&filter.field=${encodeURIComponent(wanted)}`,
      )
      return answer.status === 200
        ? (answer.body as { rows: { sku: string }[] }).rows.map((row) => row.sku)
        : answer.status
    }
    for (const wanted of [
      'care:=Torkas%2C 100 %25',
      'length:10..12.5',
      'length:..13',
      'wood:=oak',
      'wood:=pine,wood:=ash',
      'fair:=true,since:2026-11-29..2026-11-29',
      'since:2026-01-01..',
    ])
      expect(await found(wanted), wanted).toEqual([sku])
    for (const wanted of ['care:=Torkas', 'length:13..', 'length:2026-01-01..', 'fair:=true,wood:=pine'])
      expect(await found(wanted), wanted).not.toContain(sku)
    for (const wanted of ['care', 'Care:=x', 'length:a..b', 'length:1..2026-01-01'])
      expect(await found(wanted), wanted).toBe(400)
    for (const table of ['customers', 'orders', 'coupons'])
      expect(await callAdmin(app, owner, 'GET', `${table}?filter.field=note:=x`), table).toMatchObject({
        status: 200,
        body: { rows: [] },
      })
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
    await sql`insert into company_member (company_id, store, account_id, role)
      values (${company.rows[0]!.id}, 'sv', ${customer}::bigint, 'admin')`.execute(test.db)
    const other = await sql<{ id: string }>`insert into account (store, email, password_hash, type)
      values ('sv', 'erik@example.se', null, 'private') returning id`.execute(test.db)
    const stranger = String(other.rows[0]!.id)
    const references = { self: ['customer', customer], friend: ['customer', stranger], of: ['order', number] }
    for (const [key, [refersTo, value]] of Object.entries(references)) {
      await define(key, { object: 'customer', kind: 'reference', refersTo })
      const at = { object: 'customer', name: customer }
      expect(await set({ [key]: { '': value } }, { [key]: { '': null } }, at)).toMatchObject({ status: 200 })
    }
    const exported = await exportCustomer(test.db, { accountId: Number(customer) })
    expect(exported['customer_fields']).toMatchObject([
      { field: 'note', value: 'Ring först' },
      { field: 'self', value: customer },
    ])
    expect(exported['company_fields']).toMatchObject([{ name: 'Bolaget AB', value: 'Ring först' }])
    await sql`insert into company_member (company_id, store, account_id, role)
      values (${company.rows[0]!.id}, 'sv', ${stranger}::bigint, 'buyer')`.execute(test.db)
    const shared = await exportCustomer(test.db, { accountId: Number(customer) })
    expect(shared['company_fields']).toEqual([])
    await sql`delete from company_member where account_id = ${stranger}::bigint`.execute(test.db)
    const found = (await findFieldOwner(test.db, 'customer', customer))!
    expect(
      await eraseCustomer(test.db, testActor, {
        keys: testKeys,
        accountId: Number(customer),
        now: new Date(),
      }),
    ).toEqual({ ok: true })
    expect((await callAdmin(app, owner, 'GET', `field-values/customer/${customer}`)).status).toBe(404)
    // A change that began before.
    const late = { owner: found.owner, values: { note: { '': 'Ring' } }, now: new Date() }
    expect(await setFieldValues(test.db, testActor, late)).toEqual({ ok: false, code: 'unknown_customer' })
    const left = await sql`select from custom_field_value where object in ('customer', 'company')`.execute(
      test.db,
    )
    expect(left.rows).toEqual([])
    expect((await callAdmin(app, owner, 'GET', 'field-values/order/X999999')).status).toBe(404)
  })
})
