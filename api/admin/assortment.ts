/** Making many products part of another store, as a job that can be undone. */
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { z } from 'zod'
import {
  assortmentPlan,
  previewAssortmentBody,
  startAssortmentBody,
} from '../../contract/admin/assortment.ts'
import { adminError } from '../../contract/admin/error.ts'
import { startedJob } from '../../contract/admin/jobs.ts'
import { productsOf } from '../../domain/prices/price-changes.server.ts'
import {
  planAssortment,
  startAssortmentChange,
  type AssortmentTerms,
} from '../../domain/product-editing/sell-in-store.server.ts'
import { toSku, type Sku } from '../../domain/products/sku.ts'
import { AdminRefusal } from './admin-refusal.ts'
import type { AdminServices } from './admin-services.ts'
import { productTerms } from './products.ts'
import { permittedStore, requestedStore } from './requested-store.ts'
import { readViewQuery, viewOf } from './table-routes.ts'

/** A thousand skus. */
const bodyLimit = 1024 * 1024

export const adminAssortmentRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  const { db } = services

  /** Each product once: a row of the table is a product in a store. */
  const skusOf = async (
    request: FastifyRequest,
    target: z.output<typeof previewAssortmentBody>['target'],
  ): Promise<Sku[]> => {
    if ('products' in target) return [...new Set(target.products.map(({ sku }) => toSku(sku)))]
    const query = readViewQuery(productTerms.query, target.query)
    const view = viewOf(query, productTerms.filtersOf(query), request.staff.grants['product:read'] ?? [])
    const products = await productsOf(db, { view })
    if (products === null) throw new AdminRefusal(409, 'too_many_rows')
    return [...new Set(products.map(({ sku }) => sku))]
  }

  const termsOf = async (
    request: FastifyRequest,
    given: z.output<typeof previewAssortmentBody>,
  ): Promise<AssortmentTerms> => {
    const source = requestedStore(given.source)
    if (!(request.staff.grants['product:read'] ?? []).includes(source))
      throw new AdminRefusal(403, 'store_not_permitted', { permission: 'product:read', store: source })
    const target = permittedStore(request, given.store)
    if (target === source) throw new AdminRefusal(400, 'source_is_target', { store: target })
    return { source, target, skus: await skusOf(request, given.target) }
  }

  app.post(
    '/admin/api/assortment-changes/preview',
    {
      config: { permission: 'product:edit' },
      bodyLimit,
      schema: {
        summary: 'How many products would become part of another store; saves nothing',
        body: previewAssortmentBody,
        response: { 200: assortmentPlan, 400: adminError, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const plan = await planAssortment(services, await termsOf(request, request.body))
      return { ...plan, added: plan.added.length }
    },
  )

  app.post(
    '/admin/api/assortment-changes',
    {
      config: { permission: 'product:edit' },
      bodyLimit,
      schema: {
        summary: 'Make products part of another store, with copied texts, as a job that can be undone',
        body: startAssortmentBody,
        response: { 200: startedJob, 400: adminError, 403: adminError, 404: adminError, 409: adminError },
      },
    },
    async (request) => {
      const terms = await termsOf(request, request.body)
      const plan = await planAssortment(services, terms)
      if (plan.added.length !== request.body.count)
        throw new AdminRefusal(409, 'count_changed', { count: plan.added.length })
      const job = await startAssortmentChange(services, request.actor, {
        ...terms,
        staffId: request.staff.id,
        plan,
      })
      if (job === null) throw new AdminRefusal(409, 'nothing_to_change')
      return { job }
    },
  )
}
