/** Brands in the back office: who answers for their goods. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { brandParams, setManufacturerBody } from '../../contract/admin/brands.ts'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { setManufacturer } from '../../domain/catalogue/brand-manufacturer.server.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { requireOk } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { requireStore } from './require-permission.ts'

export const adminBrandRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db }) => {
  app.put(
    '/admin/api/brands/:slug/manufacturer',
    {
      config: { permission: 'product:edit' },
      schema: {
        summary: 'Set who answers for the goods of a brand, in all stores',
        params: brandParams,
        body: setManufacturerBody,
        response: { 200: doneAnswer, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      // All stores show it.
      for (const store of storeCodes) requireStore(request, store)
      const { slug } = request.params
      requireOk(await setManufacturer(db, request.actor, { slug, ...request.body }))
      return { done: true as const }
    },
  )
}
