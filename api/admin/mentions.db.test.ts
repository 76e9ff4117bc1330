/** Notes that mention a colleague: the list, the number on To do, and when they count as seen. */
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Colleagues, Mentions } from '../../contract/admin/mentions.ts'
import { adminApp, callAdmin, signedInStaff, type TestStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { line, orderShop, type OrderShop } from '../../test/order-shop.ts'
import { paidOrders } from '../../test/paid-order.ts'

let shop: OrderShop
let app: FastifyInstance
beforeAll(async () => {
  shop = await orderShop()
  app = await adminApp(testServices({ db: shop.db, clock: () => shop.now.at }), {
    jobs: paidOrders(shop).services.jobs,
    catalogue: shop.catalogue,
  })
})
afterAll(async () => {
  await app.close()
  await shop.close()
})

const signIn = (role: 'service' | 'catalogue', stores?: ['no']) =>
  signedInStaff(shop.db, { role, now: shop.now.at, ...(stores && { stores }) })
const read = async <Body>(person: TestStaff, path: string) =>
  (await callAdmin(app, person, 'GET', path)).body as Body

it('shows a mention until the person has opened the order', async () => {
  const [karin, lena] = [await signIn('service'), await signIn('service')]
  const { number } = await paidOrders(shop).order([line(await shop.addProduct({ available: 5 }))])
  const mentions = async (person: TestStaff) => (await read<Mentions>(person, 'mentions')).mentions
  const task = async () =>
    (await read<{ tasks: { name: string; count: number; query: string }[] }>(lena, 'todo')).tasks.find(
      ({ name }) => name === 'mentioned',
    )
  expect(await task()).toMatchObject({ count: 0 })
  await callAdmin(app, karin, 'POST', `orders/${number}/notes`, { body: 'Ring @Lena', mentions: [lena.id] })
  expect(await mentions(lena)).toMatchObject([{ order: number, body: 'Ring @Lena', seen: false }])
  expect(await mentions(karin)).toEqual([])
  const open = await task()
  expect(open).toMatchObject({ count: 1, query: `filter.mentioned=${lena.id}` })
  const rows = await read<{ rows: { number: string }[] }>(lena, `orders?${open!.query}`)
  expect(rows.rows).toMatchObject([{ number }])
  const isUnseen = async (person: TestStaff) =>
    (await read<{ notes: { isUnseen: boolean }[] }>(person, `orders/${number}`)).notes[0]?.isUnseen
  expect([await isUnseen(lena), await isUnseen(karin)]).toEqual([true, false])

  // A colleague who opens the order changes nothing for the person.
  await callAdmin(app, karin, 'POST', `orders/${number}/mentions/seen`)
  expect(await isUnseen(lena)).toBe(true)
  await callAdmin(app, lena, 'POST', `orders/${number}/mentions/seen`)
  expect(await mentions(lena)).toMatchObject([{ order: number, seen: true }])
  expect(await task()).toMatchObject({ count: 0 })
})

it('suggests the staff who can open the order', async () => {
  const [service, catalogue, norwegian] = [
    await signIn('service'),
    await signIn('catalogue'),
    await signIn('service', ['no']),
  ]
  const { number } = await paidOrders(shop).order([line(await shop.addProduct({ available: 5 }))])
  const { colleagues } = await read<Colleagues>(service, `orders/${number}/colleagues`)
  const ids = colleagues.map(({ id }) => id)
  expect(ids).toContain(service.id)
  expect(ids).not.toContain(catalogue.id)
  expect(ids).not.toContain(norwegian.id)
  // Nor are others mentioned, or named, by their ids.
  const note = { body: '@alla', mentions: [service.id, catalogue.id, norwegian.id] }
  expect((await callAdmin(app, service, 'POST', `orders/${number}/notes`, note)).status).toBe(200)
  const { notes } = await read<{ notes: { mentions: string[] }[] }>(service, `orders/${number}`)
  expect(notes.map(({ mentions }) => mentions)).toEqual([[expect.stringContaining('service')]])
})
