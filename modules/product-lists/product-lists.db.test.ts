import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { jobActor } from '../../domain/audit/actor.ts'
import { tidyLists } from './product-list-repository.server.ts'
import { applyRetention } from '../../domain/personal-data/apply-retention.server.ts'
import { eraseCustomer } from '../../domain/personal-data/erase-customer.server.ts'
import { adminApp, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { accountShop, bearer } from '../../test/account-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testKeys } from '../../test/keyring.ts'
import { testActor } from '../../test/test-actor.ts'

const shop = await accountShop()
const staffApp = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
  jobs: { enqueue: async () => {} },
  catalogue: shop.catalogue,
})
const { ask, post, someAccount, loggedIn } = shop
afterAll(async () => {
  await staffApp.close()
  await shop.close()
})

async function customer() {
  const account = await someAccount()
  const headers = bearer((await loggedIn(account.email)).access_token)
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    ask(path, { method, headers, ...(body && { body }) })
  return {
    account,
    call,
    add: (list: string | number, ...skus: string[]) =>
      call('POST', `lists/${list}/lines`, { lines: skus.map((sku) => ({ sku })) }),
    lists: async () => (await call('GET', 'lists')).body as { id: 'saved' | number; skus: string[] }[],
  }
}

/** A product whose article number in the database is that of its card. */
async function addProduct(product?: Parameters<typeof shop.addProduct>[0]) {
  const id = await shop.addProduct(product)
  await sql`update product set sku = ${skuOf(id)} where id = ${id}`.execute(shop.db)
  return id
}

const skuOf = (id: number) => `SKU-${id}`
const actions = async (accountId: number) => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where action like 'product_list.%' and actor_id = ${String(accountId)} order by id`.execute(
    shop.db,
  )
  return rows.map(({ action }) => action.replace('product_list.', ''))
}

it('saves products, keeps several lists, and undoes the deletion of one within a day', async () => {
  const { account, call, add, lists } = await customer()
  const [one, two] = [await addProduct({ name: 'Batteri' }), await addProduct()]
  expect((await ask('lists')).status).toBe(401)
  expect(await lists()).toEqual([{ id: 'saved', name: null, share_token: null, skus: [] }])

  // A repeated merge of a device adds nothing; what the store does not sell is left out.
  const lines = [{ sku: skuOf(one), quantity: 3 }, { sku: skuOf(two) }, { sku: 'FINNS-INTE' }]
  for (let time = 0; time < 2; time++) {
    const added = await call('POST', 'lists/saved/lines', { lines })
    expect(added.status, JSON.stringify(added.body)).toBe(200)
    expect(added.body.skus.toSorted()).toEqual([skuOf(one), skuOf(two)].toSorted())
  }
  await add('saved', skuOf(one))
  const saved = await call('GET', 'lists/saved')
  expect(saved.body.lines).toContainEqual(
    expect.objectContaining({
      sku: skuOf(one),
      name: 'Batteri',
      quantity: 3,
      product: expect.objectContaining({ id: one }),
    }),
  )
  shop.stopSelling(two)
  const after = await call('GET', 'lists/saved')
  expect(after.body.lines).toContainEqual({ sku: skuOf(two), name: 'x', quantity: 1, product: null })

  const created = await call('POST', 'lists', { name: '  Sommarhuset ' })
  expect(created.status).toBe(201)
  const { id } = created.body as { id: number }
  expect((await add(id, skuOf(one))).status).toBe(200)
  expect((await call('PUT', `lists/${id}`, { name: 'Båten' })).status).toBe(204)
  expect((await call('PUT', `lists/${id}`, { name: '  ' })).status).toBe(422)
  expect((await call('DELETE', `lists/${id}/lines/${skuOf(two)}`)).status).toBe(404)
  expect((await call('DELETE', `lists/saved/lines/${skuOf(two)}`)).status).toBe(204)
  expect((await call('DELETE', `lists/${id}`)).status).toBe(204)
  expect(await lists()).toMatchObject([{ id: 'saved', skus: [skuOf(one)] }])
  expect((await call('POST', `lists/${id}/restore`)).status).toBe(204)
  expect(await lists()).toMatchObject([{ id: 'saved' }, { id, name: 'Båten', skus: [skuOf(one)] }])
  expect(await actions(account.id)).toEqual(['add', 'create', 'add', 'rename', 'remove', 'delete', 'restore'])

  await call('DELETE', `lists/${id}`)
  shop.now.at += 25 * 3_600_000
  expect((await call('POST', `lists/${id}/restore`)).status).toBe(401)
  await sql`update product_list set deleted_at = now() - interval '25 hours' where id = ${id}`.execute(
    shop.db,
  )
  await tidyLists(shop.db)
  expect((await sql`select 1 from product_list where id = ${id}`.execute(shop.db)).rows).toEqual([])
})

it('limits lists and their length', async () => {
  const { call, add } = await customer()
  const ids = []
  for (let count = 0; count < 201; count++) ids.push(await addProduct())
  expect((await add('saved', ...ids.slice(0, 200).map(skuOf))).status).toBe(200)
  expect((await add('saved', skuOf(ids[200]!))).status).toBe(409)
  expect((await add('saved', skuOf(ids[0]!))).status).toBe(200)
  for (let count = 0; count < 50; count++)
    expect((await call('POST', 'lists', { name: `Lista ${count}` })).status).toBe(201)
  expect((await call('POST', 'lists', { name: 'En till' })).status).toBe(409)
})

it('shares a list by an unguessable link without saying whose it is, until the owner ends it', async () => {
  const { account, call, add, lists } = await customer()
  const stranger = await customer()
  const product = await addProduct({ name: 'Batteri' })
  const { id } = (await call('POST', 'lists', { name: 'Önskelista' })).body as { id: number }
  await add(id, skuOf(product))
  for (const [method, path, body] of [
    ['GET', `lists/${id}`],
    ['PUT', `lists/${id}`, { name: 'Min' }],
    ['POST', `lists/${id}/share`],
    ['DELETE', `lists/${id}`],
    ['DELETE', `lists/${id}/lines/${skuOf(product)}`],
    ['POST', `lists/${id}/lines`, { lines: [{ sku: skuOf(product) }] }],
  ] as const)
    expect((await stranger.call(method, path, body)).status, `${method} ${path}`).toBe(404)

  const share = async () => (await call('POST', `lists/${id}/share`)).body.token as string
  const token = await share()
  expect(token).toMatch(/^[\w-]{22}$/)
  expect(await share()).toBe(token)
  const open = (shared: string, store: 'sv' | 'de' = 'sv') => ask(`shared-lists/${shared}`, { store })
  const seen = await open(token)
  expect(seen.body).toMatchObject({ name: 'Önskelista', lines: [{ sku: skuOf(product), quantity: 1 }] })
  expect(Object.keys(seen.body)).toEqual(['name', 'lines'])
  expect(JSON.stringify(seen.body)).not.toContain(account.email)
  expect(seen.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' })
  expect((await open(`${token.slice(1)}x`)).status).toBe(404)
  expect((await open(token, 'de')).status).toBe(404)

  expect((await call('DELETE', `lists/${id}/share`)).status).toBe(204)
  expect((await open(token)).status).toBe(404)
  const again = await share()
  expect(again).not.toBe(token)
  await call('DELETE', `lists/${id}`)
  await call('POST', `lists/${id}/restore`)
  expect((await open(again)).status).toBe(404)

  // The link ends after its period; the list stays.
  const last = await share()
  await sql`update product_list set shared_at = ${new Date(shop.now.at - 366 * 24 * 3_600_000)} where id = ${id}`.execute(
    shop.db,
  )
  const clock = () => shop.now.at
  expect(await applyRetention({ db: shop.db, clock }, jobActor('retention'))).toEqual({ 'shared-list': 1 })
  expect((await open(last)).status).toBe(404)
  expect(await lists()).toHaveLength(2)

  const data = (await call('GET', 'auth/personal-data')).body as Record<string, unknown>
  expect(data['lists']).toEqual([
    expect.objectContaining({ name: 'Önskelista', sku: expect.any(String), quantity: 1 }),
  ])
  await eraseCustomer(shop.db, testActor, {
    keys: testKeys,
    accountId: account.id,
    now: new Date(shop.now.at),
  })
  const { rows } = await sql`select 1 from product_list where account_id = ${account.id}`.execute(shop.db)
  expect(rows).toEqual([])
})

it('shows a device the products it has saved', async () => {
  const product = await addProduct()
  const answer = await post('list-products', { skus: [skuOf(product), 'FINNS-INTE'] })
  expect(answer.body).toMatchObject([{ id: product, sku: skuOf(product) }])
})

it('shows staff the lists of a customer whose customers they may see', async () => {
  const { account, call, add } = await customer()
  const product = await addProduct({ name: 'Batteri' })
  const listsFor = async (stores: ('sv' | 'no')[]) => {
    const reader = await signedInStaff(shop.db, { role: 'service', stores, now: shop.now.at })
    return callAdmin(staffApp, reader, 'GET', `customers/${account.id}/lists`)
  }
  // The saved products are listed once there are any.
  expect((await listsFor(['sv'])).body).toEqual([])
  const { id } = (await call('POST', 'lists', { name: 'Verkstaden' })).body as { id: number }
  await add(id, skuOf(product))
  await call('POST', `lists/${id}/share`)
  await add('saved', skuOf(product))
  const line = { sku: skuOf(product), name: 'x', quantity: 1 }
  expect((await listsFor(['sv'])).body).toEqual([
    { id: expect.any(Number), store: 'sv', name: null, isShared: false, lines: [line] },
    { id, store: 'sv', name: 'Verkstaden', isShared: true, lines: [line] },
  ])
  expect((await listsFor(['no'])).status).toBe(403)
  const reader = await signedInStaff(shop.db, { role: 'service', now: shop.now.at })
  expect((await callAdmin(staffApp, reader, 'GET', 'customers/999999/lists')).status).toBe(404)
})
