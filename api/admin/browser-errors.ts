/** Reports of faults in the screens of the back office, as those of shoppers' browsers (`anode errors`). */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { adminError } from '../../contract/admin/error.ts'
import { doneAnswer } from '../../contract/admin/orders.ts'
import { clientErrorReport } from '../../contract/client-errors.ts'
import { noteClientError } from '../client-errors.ts'
import type { AdminServices } from './admin-services.ts'

export const adminBrowserErrorRoutes: FastifyPluginAsyncZod<AdminServices> = async (
  app,
  { clientErrors, release },
) => {
  app.post(
    '/admin/api/browser-errors',
    {
      config: { permission: 'signed-in', forKeys: false },
      schema: {
        summary: 'Report a fault in the browser',
        body: clientErrorReport,
        response: { 200: doneAnswer, 403: adminError },
      },
      bodyLimit: 32 * 1024,
    },
    async (request) => {
      noteClientError(request, request.body, { clientErrors, release })
      return { done: true as const }
    },
  )
}
