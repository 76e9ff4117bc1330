/** The feeds of products: their addresses, and what this node found when it wrote them last. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { productFeedsAnswer } from '../../contract/admin/product-feeds.ts'
import { feedFiles } from '../../domain/seo/product-feeds.ts'
import { machinePaths } from '../../domain/stores/paths.ts'
import type { AdminServices } from './admin-services.ts'

export const adminProductFeedRoutes: FastifyPluginAsyncZod<AdminServices> = async (app, services) => {
  app.get(
    '/admin/api/product-feeds',
    {
      config: { permission: 'product:read' },
      schema: {
        summary: 'The feeds of products with their addresses, and what each leaves out',
        response: { 200: productFeedsAnswer },
      },
    },
    async ({ staff }) => {
      const seen = staff.grants['product:read'] ?? []
      const feeds = await services.writtenFeeds()
      return {
        feeds: feeds
          .filter(({ store }) => seen.includes(store))
          .map(({ store, form, report }) => ({
            store,
            form,
            address: services.publicUrl + machinePaths.productFeed(store, feedFiles[form].file),
            report: report && {
              writtenAt: new Date(report.writtenAt).toISOString(),
              products: report.products,
              leftOut: report.leftOut,
            },
          })),
      }
    },
  )
}
