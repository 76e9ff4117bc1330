/** Devices over HTTP: by name, what fits one, and whether goods fit those of a shopper. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import { deviceKinds, deviceName, type DeviceHit } from '../domain/devices/device.ts'
import { productCard } from './catalogue.ts'
import { longestTerm } from '../domain/search/search-term.ts'
import { checkStoreQuery, withStore } from './store-query.ts'

const device = z.object({
  id: z.number().int(),
  slug: z.string().meta({ description: "The device's address below the finder" }),
  name: z.string(),
  kind: z.enum(deviceKinds),
  sold: z.boolean().meta({ description: 'Whether the store sells something that fits' }),
})

const answerOf = (hit: DeviceHit) => ({ id: hit.id, slug: hit.slug, name: deviceName(hit), kind: hit.kind, sold: hit.sold }) // prettier-ignore

const mostDevices = 20
const mostSkus = 100

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
        querystring: withStore({
          query: z.string(),
          limit: z.coerce.number().int().min(1).max(20).default(5),
        }),
        response: { 200: z.object({ devices: z.array(device) }) },
      },
    },
    async ({ query: { locale, query, limit } }) => ({
      devices: catalogue.findDevices(locale, query.slice(0, longestTerm), limit).map(answerOf),
    }),
  )

  app.get(
    '/api/devices/:slug/products',
    {
      schema: {
        summary: 'What fits a device: batteries first, then what else names it',
        params: z.object({ slug: z.string().max(200) }),
        querystring: withStore({}),
        response: {
          200: z.object({
            name: z.string(),
            cell_size: z.string().nullable(),
            quantity: z.number().nullable(),
            batteries: z.array(productCard),
            others: z.array(productCard),
          }),
          404: z.object({ message: z.string() }),
        },
      },
    },
    async ({ params, query: { locale } }, reply) => {
      const found = catalogue.device(params.slug)
      if (found === null) return reply.code(404).send({ message: 'No such device is known.' })
      const { batteries, others } = catalogue.deviceProducts(locale, found)
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
        summary: 'Whether goods fit devices; a pair of which nothing is certain is left out',
        querystring: withStore({}),
        body: z.object({
          devices: z.array(z.number().int()).max(mostDevices),
          skus: z.array(z.string().max(100)).max(mostSkus),
        }),
        response: {
          200: z.object({
            answers: z.array(z.object({ deviceId: z.number().int(), sku: z.string(), fits: z.boolean() })),
          }),
        },
      },
    },
    async ({ body, query: { locale } }) => ({
      answers: catalogue.deviceFit(locale, body.devices, body.skus),
    }),
  )
}
