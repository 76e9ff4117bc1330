import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { serializerCompiler, validatorCompiler, type FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createAdminErrorHandler } from '../../api/admin/admin-refusal.ts'
import { requirePermissions } from '../../api/admin/require-permission.ts'
import { adminUrl, apiKeyOf, callAdmin, signedInStaff } from '../../test/admin/admin-shop.ts'
import { testServices } from '../../test/composition.ts'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import {
  defineModule,
  forStaff,
  isSteppedUp,
  requireDone,
  requireStaffStore,
  staffActor,
  staffRefusal,
  staffStores,
  type StaffRouteServices,
  type StoreCode,
} from './module.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const log = { info: () => {}, warn: () => {} }

/** A back office with a module that has these staff routes. `faults`: its log. */
async function serving(
  staffRoutes: FastifyPluginAsyncZod<StaffRouteServices>,
  faults: string[] = [],
): Promise<FastifyInstance> {
  const services = { ...testServices({ db: database.db }), log, adminUrl }
  const module = defineModule({ name: 'acme-stamps' }, { staffRoutes })
  const loggerInstance: FastifyBaseLogger = pino(
    { level: 'error' },
    { write: (line) => void faults.push(line) },
  )
  const app: FastifyInstance = Fastify({ loggerInstance })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(createAdminErrorHandler(() => false))
  requirePermissions(app, services)
  await app.register(module['staffRoutes'] as FastifyPluginAsyncZod<StaffRouteServices>, services)
  return app
}

it('are called below the name of the module, by who is permitted, in the store of what they serve', async () => {
  const app = await serving(async (routes, services) => {
    const { db } = services
    routes.get('/stamps/:store', { config: forStaff('order:read') }, async (request) => ({
      stores: staffStores(request),
      actor: staffActor(request).kind,
      steppedUp: isSteppedUp(request, services),
      db: db.isTransaction,
    }))
    routes.post(
      '/stamps',
      { config: forStaff('order:note'), schema: { body: z.strictObject({ store: z.string() }) } },
      async (request) => request.body,
    )
    routes.get('/of/:number', { config: forStaff('order:read') }, async (request) => {
      requireStaffStore(request, (request.params as { number: string }).number as StoreCode)
      requireDone({ ok: false, code: 'already_stamped' } as { ok: boolean })
    })
    routes.get('/none', { config: forStaff('signed-in', { forKeys: false }) }, async () => {
      throw staffRefusal(404, 'unknown_stamp')
    })
  })
  const person = await signedInStaff(database.db, { role: 'service', stores: ['no'] })
  const call = (who: Parameters<typeof callAdmin>[1], path: string) =>
    callAdmin(app, who, 'GET', `modules/acme-stamps/${path}`)
  expect(await call(person, 'stamps/no')).toEqual({
    status: 200,
    body: { stores: ['no'], actor: 'staff', steppedUp: true, db: false },
  })
  expect(await call(null, 'stamps/no')).toMatchObject({ status: 401 })
  expect(await call(person, 'stamps/sv')).toMatchObject({
    status: 403,
    body: { code: 'store_not_permitted' },
  })
  const nobody = await signedInStaff(database.db, { role: 'service', stores: [] })
  expect(await call(nobody, 'stamps/no')).toMatchObject({ status: 403, body: { code: 'permission_missing' } })
  expect(await call(person, 'of/sv')).toMatchObject({ status: 403 })
  expect(await call(person, 'of/no')).toEqual({ status: 409, body: { code: 'already_stamped' } })
  expect(await call(person, 'none')).toEqual({ status: 404, body: { code: 'unknown_stamp' } })
  const key = await apiKeyOf(database.db, person, { permissions: ['order:read'] })
  expect(await call(key, 'stamps/no')).toMatchObject({ status: 200, body: { actor: 'key' } })
  expect(await call(key, 'none')).toMatchObject({ status: 403, body: { code: 'not_for_api_keys' } })
  const path = 'modules/acme-stamps/stamps'
  expect(await callAdmin(app, person, 'POST', path, { store: 'no', more: 1 })).toMatchObject({ status: 422 })
  expect((await call(person, 'elsewhere')).status).toBe(404)
  for (const store of ['NO', 'xx', 'no%20'])
    expect(await call(person, `stamps/${store}`)).toEqual({ status: 404, body: { code: 'not_found' } })
  await app.close()
})

it('log what fails in them with the name of the module', async () => {
  const faults: string[] = []
  const app = await serving(async (routes) => {
    routes.get('/broken', { config: forStaff('signed-in') }, async () => {
      throw new Error('out of stamps')
    })
  }, faults)
  const person = await signedInStaff(database.db, { role: 'service' })
  expect(await callAdmin(app, person, 'GET', 'modules/acme-stamps/broken')).toMatchObject({ status: 500 })
  expect(faults.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      module: 'acme-stamps',
      route: '/admin/api/modules/acme-stamps/broken',
      msg: 'request failed',
    }),
  ])
  await app.close()
})

it('do not start without a permission that the shop or a module has', async () => {
  await expect(
    serving(async (routes) => {
      routes.get('/all', { config: forStaff('stamp:read') }, async () => 'x')
    }),
  ).rejects.toThrow('which asks for the permission stamp:read; neither the shop nor a module has it.')
  await expect(
    serving(async (routes) => {
      routes.get('/all', { config: { permission: null } }, async () => 'x')
    }),
  ).rejects.toThrow('asks for no permission; `forStaff` names one.')
})
