/** Devices over HTTP: search by name, products that fit one, whether products fit a shopper's devices, and those of an account. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { privateAnswers } from '../../api/private-answers.ts'
import { requireAccount } from '../../api/sessions.ts'
import { serveWhileClosed } from '../../api/store-preview.ts'
import { checkStoreQuery, withStore } from '../../api/store-query.ts'
import { errorAnswer, notFoundAnswer } from '../../contract/error.ts'
import { deviceName, type DeviceHit } from '../../domain/devices/device.ts'
import { toSku } from '../../domain/products/sku.ts'
import { longestTerm } from '../../domain/search/search-term.ts'
import type { RouteServices } from '../../sdk/module.ts'
import { devicesOf, joinDevices, keepDevices } from './account-devices.server.ts'
import {
  deviceFitAnswer,
  deviceFitRequest,
  deviceParams,
  deviceProductsAnswer,
  devicesAnswer,
  devicesQuery,
  savedDevicesAnswer,
  savedDevicesRequest,
  type DeviceAnswer,
} from './contract.ts'

function viewDevice(hit: DeviceHit): DeviceAnswer {
  const { id, slug, kind, sold } = hit
  return { id, slug, name: deviceName(hit), kind, sold }
}

export const finderRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, services) => {
  checkStoreQuery(app)
  await deviceRoutes(app, services)
  await fitRoute(app, services)
  // With headers of its own.
  await app.register(savedDeviceRoutes, services)
}

const deviceRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, { catalogue }) => {
  app.get(
    '/api/devices',
    {
      schema: {
        summary: 'Devices whose name or model code has every word of the query',
        querystring: withStore(devicesQuery.shape),
        response: { 200: devicesAnswer },
      },
    },
    async ({ query: { locale, query, limit } }) => ({
      devices: catalogue.findDevices(locale, query.slice(0, longestTerm), limit).map(viewDevice),
    }),
  )

  app.get(
    '/api/devices/:slug/products',
    {
      schema: {
        summary: 'The products that fit a device: batteries first, then others that name it',
        params: deviceParams,
        querystring: withStore({}),
        response: {
          200: deviceProductsAnswer,
          404: notFoundAnswer,
        },
      },
    },
    async ({ params, query: { locale } }, reply) => {
      const found = catalogue.device(params.slug)
      if (found === null) return reply.code(404).send({ message: 'No such device is known.' })
      const { batteries, others } = catalogue.deviceProducts(locale, found)
      reply.serializer(JSON.stringify)
      return {
        name: deviceName(found),
        cell_size: found.cellSize,
        quantity: found.quantity,
        batteries,
        others,
      }
    },
  )
}

const fitRoute: FastifyPluginAsyncZod<RouteServices> = async (app, { catalogue }) => {
  app.post(
    '/api/device-fit',
    {
      schema: {
        summary: 'Whether products fit devices; pairs without a certain answer are left out',
        querystring: withStore({}),
        body: deviceFitRequest,
        response: { 200: deviceFitAnswer },
      },
    },
    async ({ body, query: { locale } }) => ({
      answers: catalogue.deviceFit(locale, body.devices, body.skus.filter((sku) => sku !== '').map(toSku)),
    }),
  )
}

const savedDeviceRoutes: FastifyPluginAsyncZod<RouteServices> = async (app, { db, sessions }) => {
  serveWhileClosed(app)
  privateAnswers(app)
  app.get(
    '/api/auth/devices',
    {
      config: { session: 'account' },
      schema: {
        summary: 'The devices that the customer saved, the newest first',
        querystring: withStore({}),
        response: { 200: savedDevicesAnswer, 401: errorAnswer },
      },
    },
    async (request) => devicesOf(db, (await requireAccount(sessions, request)).accountId),
  )
  for (const [method, summary, save] of [
    ['POST', 'Adds the devices of a browser that has just logged in to those of the account', joinDevices],
    ['PUT', 'Replaces the devices of the account', keepDevices],
  ] as const)
    app.route({
      method,
      url: '/api/auth/devices',
      config: { session: 'account' },
      schema: {
        summary,
        querystring: withStore({}),
        body: savedDevicesRequest,
        response: { 200: savedDevicesAnswer, 401: errorAnswer, 422: errorAnswer },
      },
      handler: async (request) => {
        const { accountId } = await requireAccount(sessions, request)
        const devices = request.body.devices.map(({ id, label }) => ({ id, label: label ?? null }))
        return save(db, accountId, devices)
      },
    })
}
