import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { orderShop, type OrderShop } from '../../test/order-shop.ts'

let test: OrderShop
let app: FastifyInstance
let owner: TestStaff

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

const hint = {
  store: 'sv',
  triggers: ['retur', 'ångra*'],
  hint: 'Så returnerar du',
  url: '/sv/shipping',
  urlTitle: 'Frakt och retur',
  redirect: false,
}
const create = (body: object = hint, person = owner) => callAdmin(app, person, 'POST', 'hints', body)
const { store: _store, ...text } = hint
interface Page {
  row: Record<string, unknown>
  version: string
  mayChange: boolean
  timeline: { id: number; action: string }[]
}
const read = async (key: string, person = owner) =>
  (await callAdmin(app, person, 'GET', `hints/${key}`)).body as Page
const change = async (key: string, values: object, version?: string, person = owner) =>
  callAdmin(app, person, 'PUT', `hints/${key}`, {
    values: { ...text, ...values },
    version: version ?? (await read(key)).version,
  })
const remove = async (key: string, version?: string) =>
  callAdmin(app, owner, 'DELETE', `hints/${key}?version=${version ?? (await read(key)).version}`)

it('adds, changes and removes a hint, and undoes each from the audit', async () => {
  const { key } = (await create()).body as { key: string }
  expect((await read(key)).row).toMatchObject({ id: Number(key), ...text, store: 'sv', actions: [] })
  expect((await create()).body).toEqual({ code: 'already_there' })
  expect((await change(key, { hint: 'Returer och ånger', triggers: ['retur'] })).status).toBe(200)
  const { timeline } = await read(key)
  expect(timeline.map(({ action }) => action)).toEqual(['hint.change', 'hint.add'])
  expect((await callAdmin(app, owner, 'POST', `audit/${timeline[0]!.id}/undo`)).status).toBe(200)
  expect((await read(key)).row).toMatchObject(text)
  expect((await remove(key)).status).toBe(200)
  expect((await callAdmin(app, owner, 'GET', `hints/${key}`)).status).toBe(404)
})

it('refuses a change and a removal of what somebody else has changed meanwhile', async () => {
  const { key } = (await create({ ...hint, hint: 'Öppet köp' })).body as { key: string }
  const { version } = await read(key)
  expect((await change(key, { hint: 'Öppet köp i 30 dagar' }, version)).status).toBe(200)
  expect((await change(key, { hint: 'Öppet köp i 60 dagar' }, version)).body).toEqual({
    code: 'changed_meanwhile',
  })
  expect((await remove(key, version)).body).toEqual({ code: 'changed_meanwhile' })
  expect((await read(key)).row['hint']).toBe('Öppet köp i 30 dagar')
})

it('changes a hint whose stored text no form would write', async () => {
  const { key } = (await create({ ...hint, hint: 'Frakt' })).body as { key: string }
  await test.db
    .updateTable('search_hint')
    .set({ url_title: ' Läs mer\n' })
    .where('id', '=', Number(key))
    .execute()
  expect((await change(key, { hint: 'Frakt', urlTitle: 'Läs' })).status).toBe(200)
})

it('keeps the store of a hint, and lets nobody change one of another store', async () => {
  const { key } = (await create({ ...hint, hint: 'Batteriholk' })).body as { key: string }
  expect((await change(key, { hint: 'Batteriholk', store: 'de' })).status).toBe(422)
  const german = await signedInStaff(test.db, { role: 'catalogue', stores: ['de'] })
  const { version } = await read(key)
  expect((await change(key, { hint: 'Meins' }, version, german)).status).toBe(403)
  expect((await read(key)).row).toMatchObject({ store: 'sv', hint: 'Batteriholk' })
})

it('adds one hint of two with the same text at once', async () => {
  const twice = await Promise.all([1, 2].map(() => create({ ...hint, hint: 'Samtidigt' })))
  expect(twice.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

it('refuses a page of another store, an empty text and a store of others, with the field', async () => {
  expect((await create({ ...hint, hint: 'Fel', url: 'https://example.com' })).body).toMatchObject({
    code: 'bad_url',
  })
  const empty = await create({ ...hint, hint: '  ' })
  expect([empty.status, JSON.stringify(empty.body)]).toEqual([422, expect.stringContaining('hint')])
  const german = await signedInStaff(test.db, { role: 'catalogue', stores: ['de'] })
  expect((await create(hint, german)).status).toBe(403)
  const service = await signedInStaff(test.db, { role: 'service' })
  expect((await create(hint, service)).status).toBe(403)
})

it('searches the texts and the words', async () => {
  await create({ ...hint, store: 'de', hint: 'Akku entsorgen', url: '/de/about', triggers: ['entsorgung'] })
  const found = async (query: string) =>
    ((await callAdmin(app, owner, 'GET', `hints?${query}`)).body as { rows: { hint: string }[] }).rows.map(
      (row) => row.hint,
    )
  expect(await found('q=entsorg')).toEqual(['Akku entsorgen'])
  expect(await found('q={')).toEqual([])
  expect(await found('filter.store=de')).toEqual(['Akku entsorgen'])
})
