import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCoupon } from '../../test/coupon-fixture.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { auditActions, auditObjectKinds } from '../../domain/audit/audit-actions.ts'
import { createAccount } from '../../domain/accounts/account-repository.server.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { testKeys } from '../../test/keyring.ts'
import { testActor } from '../../test/test-actor.ts'
import { testServices } from '../../test/composition.ts'
import { countViews, viewedTables } from './count-views.ts'
import { insertManyOrders } from '../../test/many-orders.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

let shop: OrderShop
let app: FastifyInstance
let owner: TestStaff
let orders: ReturnType<typeof paidOrders>
let sku: string
let customer: number

beforeAll(async () => {
  shop = await orderShop()
  orders = paidOrders(shop)
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: orders.services.jobs,
    catalogue: shop.catalogue,
  })
  owner = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
  await insertManyOrders(shop.db, 40)
  const id = await shop.addProduct({ available: 6 })
  ;({ sku } = await shop.db
    .selectFrom('product')
    .select('sku')
    .where('id', '=', id)
    .executeTakeFirstOrThrow())
  await sql`update product set gtin = '7391234567895' where id = ${id}`.execute(shop.db)
  await orders.order([line(id, 4)])
  const { rows } = await sql<{ id: number }>`insert into account (store, email, first_name, last_name, number)
    values ('sv', 'stina@example.se', 'Stina', 'Ek', 'C900001') returning id`.execute(shop.db)
  customer = rows[0]!.id
  await sql`insert into withdrawal (key, store, order_number, name, email, declared_at, refund_due_on)
    values (gen_random_uuid(), 'sv', 'X1', 'Stina Ek', 'stina@example.se', '2026-11-10', '2026-11-21'),
      (gen_random_uuid(), 'no', 'X2', 'Ola', 'ola@example.no', '2026-11-10', '2026-11-19')`.execute(shop.db)
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const get = async (path: string, person = owner) => {
  const answer = await callAdmin(app, person, 'GET', path)
  return { ...answer, body: answer.body as Record<string, never> }
}
const post = (path: string, body?: object, person = owner) => callAdmin(app, person, 'POST', path, body)

interface Todo {
  tasks: { name: string; count: number; table: string; query: string }[]
}

describe('the landing page', () => {
  it('counts for every task exactly the rows of the table that it opens', async () => {
    const { tasks } = (await get('todo')).body as unknown as Todo
    // The calendar is no table of rows; planned-campaigns.db.test.ts looks at what it shows.
    for (const { name, count, table, query } of tasks.filter((task) => task.table !== 'prices/campaigns')) {
      const { status, body } = await get(`${table}?${query}`)
      expect([name, status, body['count']], query).toEqual([name, 200, count])
    }
    const counts = Object.fromEntries(tasks.map(({ name, count }) => [name, count]))
    expect(counts).toMatchObject({
      held: 5,
      withdrawals_open: 2,
      withdrawals_due: 2,
      withdrawals_overdue: 1,
      stock_short: 1,
    })
    expect(counts['to_ship']).toBeGreaterThan(5)
    const inStore = (await get('todo?store=no')).body as unknown as Todo
    expect(inStore.tasks).toContainEqual(
      expect.objectContaining({
        name: 'withdrawals_open',
        count: 1,
        query: 'filter.open=yes&filter.store=no',
      }),
    )
    const catalogue = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at })
    const own = (await get('todo', catalogue)).body as unknown as Todo
    expect(own.tasks.map(({ name }) => name)).toEqual([
      'campaigns_missed',
      'products_not_sellable',
      'products_without_statutory_data',
      'products_pictures_failed',
      'stock_short',
      'searches_missed',
      'former_pages_open',
      'reviews_pending',
      'scheduled_imports_failed',
    ])
  })
})

describe('a landing page without anything to do', () => {
  interface Opening {
    opening: { store: string; missing: number }[]
    hasOpenStore: boolean
  }

  it('says which stores lack something before they may open, to those who may read their settings', async () => {
    const empty = await orderShop()
    const ofEmpty = await adminApp(testServices({ db: empty.db, clock: () => empty.now.at }), {
      jobs: orders.services.jobs,
      catalogue: empty.catalogue,
    })
    const read = async (path: string, role: 'manager' | 'warehouse') => {
      const person = await signedInStaff(empty.db, { role, stores: ['de'], now: empty.now.at })
      return ((await callAdmin(ofEmpty, person, 'GET', path)).body as Opening).opening
    }
    expect(await read('todo', 'manager')).toEqual([{ store: 'de', missing: expect.any(Number) }])
    expect(await read('todo?store=sv', 'manager')).toEqual([])
    expect(await read('todo', 'warehouse')).toEqual([])
    // With its first product it lacks pictures and more: there is something to do, and the store is still to be opened.
    const product = await empty.addProduct({ notIn: ['sv', 'no', 'da'] })
    await sql`insert into search_miss (store, query, last_missed_on) values ('de', 'akku', current_date)`.execute(
      empty.db,
    )
    expect(await read('todo', 'manager')).toEqual([{ store: 'de', missing: expect.any(Number) }])
    // A purchase to try the store does not open it; a sixth order says that it is open.
    await paidOrders(empty).order([line(product, 1)], { store: 'de' })
    expect(await read('todo', 'manager')).toEqual([{ store: 'de', missing: expect.any(Number) }])
    for (let order = 0; order < 5; order++) await paidOrders(empty).order([line(product, 1)], { store: 'de' })
    expect(await read('todo', 'manager')).toEqual([])
    await ofEmpty.close()
    await empty.close()
  })

  it('knows a shop that sells in one of its stores from one that is prepared', async () => {
    const selling = await orderShop()
    const ofSelling = await adminApp(testServices({ db: selling.db, clock: () => selling.now.at }), {
      jobs: orders.services.jobs,
      catalogue: selling.catalogue,
    })
    const manager = await signedInStaff(selling.db, {
      role: 'manager',
      stores: ['sv', 'de'],
      now: selling.now.at,
    })
    const hasOpenStore = async (path: string) =>
      ((await callAdmin(ofSelling, manager, 'GET', path)).body as Opening).hasOpenStore
    const product = await selling.addProduct({ available: 10 })
    for (let order = 0; order < 5; order++) await paidOrders(selling).order([line(product, 1)])
    expect(await hasOpenStore('todo')).toBe(false)
    await paidOrders(selling).order([line(product, 1)])
    expect(await hasOpenStore('todo')).toBe(true)
    expect(await hasOpenStore('todo?store=de')).toBe(false)
    await ofSelling.close()
    await selling.close()
  })
})

describe('the search', () => {
  const hits = async (q: string, person = owner) =>
    (
      (await get(`search?q=${encodeURIComponent(q)}`, person)).body['hits'] as unknown as {
        kind: string
        id: string
      }[]
    ).map(({ kind, id }) => `${kind} ${id}`)

  it('finds an invoice and a return by their numbers, for who may read orders or returns', async () => {
    const { number } = await orders.order([line(await shop.addProduct({ available: 1 }))])
    await sql`insert into order_return (order_id, number, label_token, registered_at)
      select id, 1, repeat('d', 32), now() from orders where number = ${number}`.execute(shop.db)
    await sql`insert into invoice (store, number, order_id, kind, reason_key, amount_minor, vat_minor, currency, issued_at)
      select store, 70000123, id, 'invoice', 'desk', 10000, 2000, currency, now() from orders
      where number = ${number}`.execute(shop.db)
    expect(await hits('70000123')).toEqual(['invoice 70000123'])
    const hit = { kind: 'invoice', title: 'invoice 70000123', detail: number }
    expect((await get('search?q=70000123')).body['hits']).toMatchObject([hit])
    expect(await hits(`${number.toLowerCase()}-r1`)).toEqual([`return ${number}-R1`])
    expect(await hits(number)).toEqual([`order ${number}`, `return ${number}-R1`])
    const elsewhere = await signedInStaff(shop.db, { role: 'service', stores: ['no'], now: shop.now.at })
    for (const text of ['70000123', `${number}-R1`]) expect(await hits(text, elsewhere)).toEqual([])
    const catalogue = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at })
    for (const text of ['70000123', `${number}-R1`]) expect(await hits(text, catalogue)).toEqual([])
  })

  it('finds by number, e-mail, sku, EAN, name and code, within what the person may read', async () => {
    const code = await addCoupon(shop.db, { percentage_discount: 10 })
    expect(await hits('k500007')).toEqual(['order K500007'])
    expect(await hits('anna31@example.se')).toEqual(['order K500031'])
    expect(await hits('stina ek')).toEqual([`customer ${customer}`])
    expect(await hits('C900001')).toEqual([`customer ${customer}`])
    expect(await hits(sku.slice(0, -1).toUpperCase())).toEqual([`product ${sku}`])
    expect(await hits('7391234567895')).toEqual([`product ${sku}`])
    await sql`update store_product s set name = 'Ficklampa Kompakt' from product p
      where p.id = s.product_id and p.sku = ${sku} and s.store = 'sv'`.execute(shop.db)
    expect(await hits('lampa KOMP')).toEqual([`product ${sku}`])
    expect(await hits('mp')).not.toContain(`product ${sku}`)
    expect(await hits(code.toLowerCase())).toEqual([`coupon ${code}`])
    expect(await hits(`%_'; drop`)).toEqual([])
    const warehouse = await signedInStaff(shop.db, { role: 'warehouse', stores: ['sv'], now: shop.now.at })
    expect(await hits('stina ek', warehouse)).toEqual([])
    expect(await hits('k500007', warehouse)).toEqual([])
    const norwegian = await signedInStaff(shop.db, { role: 'service', stores: ['no'], now: shop.now.at })
    const swedish = await addCoupon(shop.db, { percentage_discount: 10 }, { stores: ['sv'] })
    expect(await hits(code, norwegian)).toEqual([`coupon ${code}`])
    expect(await hits(swedish, norwegian)).toEqual([])
  })
})

/** Rows of the table of orders. */
const rowsOf = async (query: string, person = owner) =>
  Number((await get(`orders?${query}`, person)).body['count'])

describe('saved views', () => {
  it('are own or shared, and begin at their first page', async () => {
    const view = { table: 'orders', name: 'Att packa', query: 'filter.status=received&after=abc&sort=placed' }
    const saved = (await post('views', view)).body as { id: number }
    expect((await get('views?table=orders')).body['views']).toEqual([
      {
        id: saved.id,
        table: 'orders',
        name: 'Att packa',
        query: 'filter.status=received&sort=placed',
        isShared: false,
        isOwn: true,
        owner: expect.any(String),
        count: await rowsOf('filter.status=received&sort=placed'),
        countIsExact: true,
      },
    ])
    const other = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
    expect((await get('views?table=orders', other)).body['views']).toEqual([])
    expect((await post('views', { ...view, isShared: true })).body).toEqual(saved)
    expect((await get('views?table=orders', other)).body['views']).toMatchObject([{ isOwn: false }])
    // A view may contain a customer's name: staff who may not read the table see none of it.
    const editor = await signedInStaff(shop.db, { role: 'catalogue', now: shop.now.at })
    expect((await get('views?table=orders', editor)).body['views']).toEqual([])
    expect((await callAdmin(app, other, 'DELETE', `views/${saved.id}`)).status).toBe(404)
    expect((await callAdmin(app, owner, 'DELETE', `views/${saved.id}`)).status).toBe(200)
  })

  it('leave neither an address nor a name of a customer in the audit', async () => {
    const view = {
      table: 'orders',
      name: 'Stinas order',
      query: 'q=Stina+Ek&filter.email=stina%40example.se',
    }
    const { id } = (await post('views', view)).body as { id: number }
    const { body } = await get(`audit?filter.object=view:${id}`)
    expect(body['rows']).toMatchObject([
      { action: 'view.save', after: { table: 'orders', filters: ['q', 'filter.email'] } },
    ])
    await callAdmin(app, owner, 'DELETE', `views/${id}`)
    const { body: all } = await get(`audit?filter.object=view:${id}`)
    expect(all['rows']).toHaveLength(2)
    expect(JSON.stringify(all)).not.toMatch(/stina/i)
  })

  it('that look for a customer go with the customer, and the audit does not say whom', async () => {
    const stina = { email: 'stina.ek@example.se', firstName: 'Stina', lastName: 'Ek', phone: '+46701112233' }
    const account = await createAccount(shop.db, testActor, {
      store: 'sv',
      passwordHash: null,
      type: 'private',
      ...stina,
    })
    const saved = async (table: string, name: string, query: string, person = owner) =>
      ((await post('views', { table, name, query }, person)).body as { id: number }).id
    const other = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
    const personal = [
      await saved('orders', 'En kund', 'q=ek+stina&sort=placed'),
      await saved('orders', 'Tre', 'filter.email=a%40example.se%2CStina.Ek%40example.se', other),
      await saved('customers', 'Stina Ek', ''),
      await saved('returns', 'Samtal', 'q=070-111+22+33', other),
    ]
    const kept = [
      await saved('orders', 'Stina', 'q=stina'),
      await saved('orders', 'Nya', 'filter.status=received'),
    ]
    expect(
      await eraseCustomer(shop.db, testActor, { keys: testKeys, accountId: account!.id, now: new Date() }),
    ).toEqual({
      ok: true,
    })
    const { rows } = await sql<{ id: number }>`select id from saved_view order by id`.execute(shop.db)
    const ids = rows.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(kept))
    expect(ids.filter((id) => personal.includes(id))).toEqual([])
    for (const id of personal) {
      const { body } = await get(`audit?filter.object=view:${id}`)
      const [entry] = body['rows'] as unknown as object[]
      expect(entry).toMatchObject({ action: 'view.remove', reason: 'account_erased' })
      expect(JSON.stringify(entry)).not.toMatch(/stina/i)
    }
    for (const id of kept) await callAdmin(app, owner, 'DELETE', `views/${id}`)
  })

  it('have the count of the rows that the person may see, and none where it is not done in time', async () => {
    const view = { table: 'orders', name: 'Alla', query: '', isShared: true }
    const { id } = (await post('views', view)).body as { id: number }
    // Saved when the table had a filter of that name.
    const old = (await post('views', { ...view, name: 'Gammal', query: 'filter.gone=yes' })).body as {
      id: number
    }
    const norwegian = await signedInStaff(shop.db, { role: 'service', stores: ['no'], now: shop.now.at })
    const counts = async (person: TestStaff) => {
      const { body } = await get('views?table=orders', person)
      return (body as unknown as { views: { count: number | null }[] }).views.map(({ count }) => count)
    }
    const all = await rowsOf('')
    const ownStore = await rowsOf('', norwegian)
    expect(ownStore).toBeLessThan(all)
    expect(await counts(owner)).toEqual([all, null])
    expect(await counts(norwegian)).toEqual([ownStore, null])
    const late = {
      table: viewedTables([]).get('orders')!,
      queries: [''],
      grants: { 'order:read': ['sv' as const] },
    }
    expect(await countViews(shop.db, late, 0)).toEqual([null])
    for (const each of [id, old.id]) await callAdmin(app, owner, 'DELETE', `views/${each}`)
  })
})

describe('prices, stock and their undo', () => {
  it('changes prices unless somebody did meanwhile, and undoes from the audit', async () => {
    const path = `products/sv/${sku}/prices`
    const unit = (price: number) => ({ normal: [{ quantity: 1, price }], campaign: null })
    const put = (prices: object, expected: object) => callAdmin(app, owner, 'PUT', path, { prices, expected })
    expect((await put(unit(100), (await get(path)).body)).status).toBe(200)
    expect(await put(unit(80), unit(90))).toEqual({
      status: 409,
      body: { code: 'changed_meanwhile', current: unit(100), given: unit(80) },
    })
    expect((await put(unit(80), unit(100))).body).toEqual(unit(80))
    const preview = await post(`products/sv/${sku}/reduction-preview`, {
      tiers: [{ quantity: 1, price: 40 }],
      startsAt: '2036-01-01T00:00:00Z',
      endsAt: null,
    })
    expect(preview).toMatchObject({ status: 200, body: { percent: 50, lowest: 80 } })
    const { rows } = (await get(`audit?filter.object=product:${sku}&filter.action=price.change`))
      .body as unknown as {
      rows: { id: number; canUndo: boolean; actorName: string }[]
    }
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ canUndo: true, actorName: expect.stringContaining('owner') })
    expect((await post(`audit/${rows[1]!.id}/undo`)).body).toMatchObject({
      code: 'changed_since',
      entry: { id: rows[0]!.id },
    })
    const accountant = await signedInStaff(shop.db, { role: 'accountant', now: shop.now.at })
    expect((await post(`audit/${rows[0]!.id}/undo`, undefined, accountant)).status).toBe(403)
    expect((await post(`audit/${rows[0]!.id}/undo`)).status).toBe(200)
    expect((await get(path)).body).toEqual(unit(100))
    expect((await post(`products/sv/${sku}/stock`, { units: -1, reason: 'damage' })).body).toEqual({
      available: 1,
    })
    expect((await post(`products/sv/${sku}/stock`, { units: -5, reason: 'damage' })).body).toMatchObject({
      code: 'below_zero',
    })
  })
})

describe('the audit', () => {
  it('shows what concerns every store to those who read it in every store, also as a file', async () => {
    const norwegian = await signedInStaff(shop.db, { role: 'auditor', stores: ['no'], now: shop.now.at })
    const everywhere = await signedInStaff(shop.db, { role: 'auditor', now: shop.now.at })
    const view = { table: 'orders', name: 'Alla butiker', query: '' }
    const { id } = (await post('views', view)).body as { id: number }
    await sql`insert into audit_entry (actor_kind, action, object_kind, object_id, store) values
      ('cli', 'price.change', 'product', ${sku}, 'sv'), ('cli', 'price.change', 'product', ${sku}, 'no'),
      ('cli', 'product.change', 'product', ${sku}, null), ('cli', 'cost.change', 'product', ${sku}, null)`.execute(
      shop.db,
    )
    const actions = async (person: TestStaff, object: string) => {
      const { rows } = (await get(`audit?filter.object=${object}`, person)).body as unknown as {
        rows: { action: string; store: string | null }[]
      }
      const file = await app.inject({
        url: `/admin/api/audit.csv?filter.object=${object}`,
        headers: person.headers,
      })
      expect(file.body.trim().split('\r\n')).toHaveLength(rows.length + 1)
      return rows.map(({ action, store }) => `${action} ${store}`)
    }
    expect(await actions(everywhere, `view:${id}`)).toEqual(['view.save null'])
    expect(await actions(norwegian, `view:${id}`)).toEqual([])
    const hidden = ['price.change sv', 'cost.change null']
    const all = await actions(everywhere, `product:${sku}`)
    expect(all).toEqual(expect.arrayContaining(hidden))
    const visible = all.filter((entry) => !hidden.includes(entry) && !entry.endsWith(' sv'))
    expect(await actions(norwegian, `product:${sku}`)).toEqual(visible)
    expect(visible).toEqual(expect.arrayContaining(['price.change no', 'product.change null']))
    const page = (await get(`products/${sku}`, norwegian)).body as unknown as {
      timeline: { action: string; store: string | null }[]
    }
    expect(page.timeline.map(({ action, store }) => `${action} ${store}`)).toEqual(visible)
    await callAdmin(app, owner, 'DELETE', `views/${id}`)
  })

  it('is listed with the filters, sorts and columns that addresses and saved views have', async () => {
    const object = 'device:LISTED'
    await sql`insert into audit_entry (actor_kind, action, object_kind, object_id, store, recorded_at, before, after, reason)
      values ('cli', 'device.add', 'device', 'LISTED', null, '2026-01-10T12:00Z', null, '{"name": "A"}', null),
        ('job', 'device.change', 'device', 'LISTED', 'sv', '2026-01-11T12:00Z', '{"carrier": "postnord"}', '{}', 'why'),
        ('cli', 'device.change', 'device', 'LISTED', 'no', '2026-01-12T12:00Z', null, null, null)`.execute(
      shop.db,
    )
    const times = async (query: string) => {
      const { rows } = (await get(`audit?filter.object=${object}&${query}`)).body as unknown as {
        rows: { at: string }[]
      }
      return rows.map(({ at }) => at.slice(0, 10))
    }
    expect(await times('')).toEqual(['2026-01-12', '2026-01-11', '2026-01-10'])
    expect(await times('sort=at&limit=2')).toEqual(['2026-01-10', '2026-01-11'])
    expect(await times('filter.actor=cli,buyer')).toEqual(['2026-01-12', '2026-01-10'])
    expect(await times('filter.action=device.change&filter.at=..2026-01-11')).toEqual(['2026-01-11'])
    expect(await times('filter.kind=order')).toEqual([])
    // Entries without a store are of no store that is asked for.
    expect(await times('filter.store=sv,de')).toEqual(['2026-01-11'])
    for (const wrong of ['object=LISTED', 'action=device', 'kind=Device', 'staff=karin', 'actor=guest'])
      expect(await callAdmin(app, owner, 'GET', `audit?filter.${wrong}`), wrong).toMatchObject({
        status: 400,
      })

    const query = `filter.object=${object}&filter.kind=device&columns=actor,actor_name,store,before,after,reason`
    const view = { table: 'audit', name: 'Apparater', query }
    const { id } = (await post('views', view)).body as { id: number }
    expect((await get('views?table=audit')).body).toMatchObject({ views: [{ name: 'Apparater', count: 3 }] })
    await callAdmin(app, owner, 'DELETE', `views/${id}`)
    const exported = await app.inject({
      url: `/admin/api/audit.csv?${query}&sort=at`,
      headers: owner.headers,
    })
    expect(exported.body.split('\r\n')).toEqual([
      '\uFEFFactor;actorName;store;before;after;reason',
      'cli;;;;"{""name"":""A""}";',
      'job;;sv;"{""carrier"":""PostNord""}";{};why',
      'cli;;no;;;',
      '',
    ])
  })

  it('is filtered by the people of staff who acted, and links a stock to its product', async () => {
    const karin = await signedInStaff(shop.db, { role: 'owner', now: shop.now.at })
    const code = await addCoupon(shop.db, { percentage_discount: 10 })
    expect((await post(`coupons/${code}/stop`, { reason: 'test' }, karin)).status).toBe(200)
    const { people } = (await get('audit/people')).body as unknown as { people: { id: number }[] }
    expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining([karin.id, owner.id]))
    const rows = async (query: string) =>
      (await get(`audit?limit=200&${query}`)).body['rows'] as unknown as {
        actorId: string
        sku: string | null
      }[]
    const own = await rows(`filter.staff=${karin.id}`)
    expect(own.length).toBeGreaterThan(0)
    expect(own.every((row) => row.actorId === String(karin.id))).toBe(true)
    const both = await rows(`filter.staff=${karin.id},${owner.id}`)
    expect(both.length).toBeGreaterThan(own.length)
    const found = await sql<{ id: number }>`select id from product where sku = ${sku}`.execute(shop.db)
    const { id } = found.rows[0]!
    await sql`insert into audit_entry (actor_kind, action, object_kind, object_id, store)
      values ('system', 'stock.change', 'stock', ${String(id)}, 'sv')`.execute(shop.db)
    expect((await rows(`filter.object=stock:${id}`))[0]).toMatchObject({ sku })
  })

  it('offers to undo a change only to a person who may in every store that it concerns', async () => {
    const everywhere = await addCoupon(shop.db, { percentage_discount: 10 })
    const swedish = await addCoupon(shop.db, { percentage_discount: 10 }, { stores: ['sv'] })
    for (const code of [everywhere, swedish])
      expect((await post(`coupons/${code}/stop`, { reason: 'test' })).status).toBe(200)
    const people = {
      owner,
      sv: await signedInStaff(shop.db, { role: 'catalogue', stores: ['sv'], now: shop.now.at }),
      no: await signedInStaff(shop.db, { role: 'catalogue', stores: ['no'], now: shop.now.at }),
      auditor: await signedInStaff(shop.db, { role: 'auditor', now: shop.now.at }),
    }
    const offered = async (code: string) => {
      const answers: Record<string, boolean[]> = {}
      for (const [name, person] of Object.entries(people)) {
        const { body } = await get(`audit?filter.object=coupon:${code}&filter.action=coupon.disable`, person)
        const { rows } = body as unknown as { rows: { id: number; canUndo: boolean }[] }
        answers[name] = rows.map((row) => row.canUndo)
        for (const row of rows.filter((each) => !each.canUndo))
          expect((await post(`audit/${row.id}/undo`, undefined, person)).status).toBe(403)
      }
      return answers
    }
    expect(await offered(everywhere)).toEqual({ owner: [true], sv: [false], no: [false], auditor: [false] })
    expect(await offered(swedish)).toEqual({ owner: [true], sv: [true], no: [], auditor: [false] })
  })

  it('is filtered by every action and every kind of object', async () => {
    for (const action of auditActions) expect((await get(`audit?filter.action=${action}`)).status).toBe(200)
    for (const kind of auditObjectKinds) {
      const { status, body } = await get(`audit?filter.kind=${kind}`)
      expect(status).toBe(200)
      for (const { object } of (body as unknown as { rows: { object: string }[] }).rows)
        expect(object.split(':')[0]).toBe(kind)
      expect((await get(`audit?filter.object=${kind}:1`)).status).toBe(200)
    }
  })
})

describe('returns, withdrawals and customers', () => {
  it('closes and reopens a withdrawal', async () => {
    const { rows } = (await get('withdrawals?filter.store=no')).body as unknown as { rows: { id: number }[] }
    const act = (body: object) => post(`withdrawals/${rows[0]!.id}/actions`, body)
    // Nothing was paid back for it.
    expect((await act({ action: 'close' })).body).toEqual({ code: 'withdrawal_not_refunded' })
    expect((await act({ action: 'close', reason: 'Sent twice' })).status).toBe(200)
    expect((await get('withdrawals?filter.open=yes')).body['count']).toBe(1)
    expect((await act({ action: 'close', undo: true })).status).toBe(200)
    expect((await post('returns/S999999-R1/actions', { action: 'receive' })).status).toBe(404)
  })

  it('exports and erases a customer after a step-up only, and records who did it', async () => {
    const early = await signedInStaff(shop.db, { role: 'owner', steppedUp: false, now: shop.now.at })
    for (const action of ['export', 'erase'])
      expect((await post(`customers/${customer}/${action}`, undefined, early)).body).toMatchObject({
        code: 'step_up_required',
      })
    expect((await get(`customers/${customer}`)).body).toMatchObject({
      id: customer,
      email: 'stina@example.se',
      orders: [],
      timeline: [],
    })
    const exported = await post(`customers/${customer}/export`)
    expect(JSON.stringify(exported.body)).toContain('stina@example.se')
    expect((await post(`customers/${customer}/erase`)).status).toBe(200)
    expect((await get('customers?q=stina')).body['count']).toBe(0)
    const { rows } = (await get(`audit?filter.object=account:${customer}`)).body as unknown as {
      rows: { action: string }[]
    }
    expect(rows.map(({ action }) => action)).toEqual(['account.erase', 'account.export'])
  })
})
