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
const change = (key: string, values: object, expected: object = hint, person = owner) =>
  callAdmin(app, person, 'PUT', `hints/${key}`, { values: { ...hint, ...values }, expected })
const read = async (key: string) =>
  (await callAdmin(app, owner, 'GET', `hints/${key}`)).body as {
    row: Record<string, unknown>
    timeline: { id: number; action: string }[]
  }

it('adds, changes and removes a hint, and undoes each from the audit', async () => {
  const { key } = (await create()).body as { key: string }
  expect((await read(key)).row).toMatchObject({ id: Number(key), ...text, store: 'sv', actions: [] })
  expect((await create()).body).toEqual({ code: 'already_there' })
  expect((await change(key, { hint: 'Returer och ånger', triggers: ['retur'] })).status).toBe(200)
  const { timeline } = await read(key)
  expect(timeline.map(({ action }) => action)).toEqual(['hint.change', 'hint.add'])
  expect((await callAdmin(app, owner, 'POST', `audit/${timeline[0]!.id}/undo`)).status).toBe(200)
  expect((await read(key)).row).toMatchObject(text)
  expect((await callAdmin(app, owner, 'DELETE', `hints/${key}`)).status).toBe(200)
  expect((await callAdmin(app, owner, 'GET', `hints/${key}`)).status).toBe(404)
})

it('refuses a change of what somebody else has changed meanwhile, and keeps what is stored', async () => {
  const { key } = (await create({ ...hint, hint: 'Öppet köp' })).body as { key: string }
  const shown = { ...hint, hint: 'Öppet köp' }
  expect((await change(key, { hint: 'Öppet köp i 30 dagar' }, shown)).status).toBe(200)
  expect((await change(key, { hint: 'Öppet köp i 60 dagar' }, shown)).body).toEqual({
    code: 'changed_meanwhile',
  })
  expect((await read(key)).row['hint']).toBe('Öppet köp i 30 dagar')
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
  expect(await found('filter.store=de')).toEqual(['Akku entsorgen'])
})
