import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listClientErrors } from '../../domain/client-errors/client-error-repository.server.ts'
import { adminApp, apiKeyOf, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import type { AdminServices } from './admin-services.ts'

let database: TestDatabase
let app: FastifyInstance
let flush: () => Promise<void>
beforeAll(async () => {
  database = await testDatabase()
  const services = testServices({ db: database.db })
  flush = () => services.clientErrors.flush()
  app = await adminApp(services, {
    jobs: {} as AdminServices['jobs'],
    catalogue: {} as AdminServices['catalogue'],
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

it('a fault in a screen is counted with those of shoppers’ browsers, and only staff report one', async () => {
  const person = await signedInStaff(database.db, { role: 'warehouse' })
  const report = {
    error: 'Module acme: the card fails',
    level: 'error',
    stack: 'Error: x\n at f (https://admin.shop.example/assets/order-card-Ab3_dE5g.js:1:2)',
    url: 'https://admin.shop.example/orders/S100001?token=secret',
  }
  const send = (who: Parameters<typeof callAdmin>[1], body: object = report) =>
    callAdmin(app, who, 'POST', 'browser-errors', body)
  expect(await send(person)).toEqual({ status: 200, body: { done: true } })
  expect((await send(null)).status).toBe(401)
  expect((await send(person, { error: 7 })).status).toBe(422)
  const key = await apiKeyOf(database.db, person, { permissions: ['order:read'] })
  expect((await send(key)).status).toBe(403)
  await flush()
  expect(await listClientErrors(database.db, { limit: 10 })).toMatchObject([
    { message: report.error, reports: 1, store: null, first_release: 'test', path: '/orders/S:number' },
  ])
})
