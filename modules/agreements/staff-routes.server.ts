/** The price agreements of a customer in the back office. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AdminServices } from '../../api/admin/admin-services.ts'
import { requestedCustomer } from '../../api/admin/requested-customer.ts'
import { customerParams } from '../../contract/admin/customers.ts'
import { adminError } from '../../contract/admin/error.ts'
import { agreementsOfAccount } from './agreement-repository.server.ts'
import { customerAgreements } from './staff-contract.ts'

export const customerAgreementRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, { db, clock }) => {
  app.get(
    '/admin/api/customers/:id/agreements',
    {
      config: { permission: 'customer:read' },
      schema: {
        summary: 'The price agreements of a customer and of the customer’s companies',
        params: customerParams,
        response: { 200: customerAgreements, 403: adminError, 404: adminError },
      },
    },
    async (request) => {
      const { id: accountId } = await requestedCustomer(db, request)
      const stores = request.staff.grants['price:read'] ?? []
      const found = await agreementsOfAccount(db, { accountId, stores, now: new Date(clock()) })
      return found.map(({ percentages, validFrom, validTo, ...agreement }) => ({
        ...agreement,
        percentages: percentages.map(({ basisPoints, brand, category }) => ({
          percent: basisPoints / 100,
          brand,
          category,
        })),
        validFrom: validFrom.toISOString(),
        validTo: validTo && validTo.toISOString(),
      }))
    },
  )
}
