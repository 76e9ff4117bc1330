/** The lists of a customer in the back office. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AdminServices } from '../../api/admin/admin-services.ts'
import { requestedCustomer } from '../../api/admin/requested-customer.ts'
import { permittedStores } from '../../api/admin/require-permission.ts'
import { customerParams } from '../../contract/admin/customers.ts'
import { adminError } from '../../contract/admin/error.ts'
import { listsOf } from './product-list-repository.server.ts'
import { customerLists } from './staff-contract.ts'

export const customerListRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db }) => {
  app.get(
    '/admin/api/customers/:id/lists',
    {
      config: { permission: 'customer:read' },
      schema: {
        summary: 'The lists of a customer, the saved products where there are any',
        params: customerParams,
        response: { 200: customerLists, 403: adminError, 404: adminError },
      },
    },
    async (request) => {
      const { id: accountId } = await requestedCustomer(db, request)
      const lists = await Promise.all(
        permittedStores(request).map(async (store) =>
          (await listsOf(db, { store, accountId })).map((list) => ({ ...list, store })),
        ),
      )
      return lists
        .flat()
        .filter(({ name, lines }) => name !== null || lines.length > 0)
        .map(({ id, store, name, shareToken, lines }) => ({
          id,
          store,
          name,
          isShared: shareToken !== null,
          lines: lines.map(({ sku, name: product, quantity }) => ({ sku, name: product, quantity })),
        }))
    },
  )
}
