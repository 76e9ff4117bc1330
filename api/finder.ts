/** Devices over HTTP: search by name, products that fit one, and whether products fit a shopper's devices. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { notFoundAnswer } from '../contract/error.ts'
import {
  deviceFitAnswer,
  deviceFitRequest,
  deviceParams,
  deviceProductsAnswer,
  devicesAnswer,
  devicesQuery,
  type DeviceAnswer,
} from '../contract/finder.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import { deviceName, type DeviceHit } from '../domain/devices/device.ts'
import { longestTerm } from '../domain/search/search-term.ts'
import { checkStoreQuery, withStore } from './store-query.ts'
import { toSku } from '../domain/products/sku.ts'

function viewDevice(hit: DeviceHit): DeviceAnswer {
  const { id, slug, kind, sold } = hit
  return { id, slug, name: deviceName(hit), kind, sold }
}

export const finderRoutes: FastifyPluginAsyncZod<{ catalogue: Catalogue }> = async (app, { catalogue }) => {
  checkStoreQuery(app)
  await deviceRoutes(app, { catalogue })
  await fitRoute(app, { catalogue })
}

const deviceRoutes: FastifyPluginAsyncZod<{ catalogue: Catalogue }> = async (app, { catalogue }) => {
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

const fitRoute: FastifyPluginAsyncZod<{ catalogue: Catalogue }> = async (app, { catalogue }) => {
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
