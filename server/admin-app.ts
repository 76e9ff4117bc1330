/**
 * The back office as a Fastify application of its own, on a listener and a host of its own (ADMIN_URL):
 * nothing that runs on the storefront's origin can act as staff. It serves the built screens and
 * `/admin/api`, whose plugins are registered here.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import staticFiles from '@fastify/static'
import swagger from '@fastify/swagger'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { adminApiDescription } from '../api/admin/admin-description.ts'
import { AdminRefusal, createAdminErrorHandler } from '../api/admin/admin-refusal.ts'
import type { AdminServices } from '../api/admin/admin-services.ts'
import { adminAuditRoutes } from '../api/admin/audit.ts'
import { adminBrowserErrorRoutes } from '../api/admin/browser-errors.ts'
import { adminCouponRoutes } from '../api/admin/coupons.ts'
import { adminCustomFieldRoutes } from '../api/admin/custom-fields.ts'
import { adminCustomerRoutes } from '../api/admin/customers.ts'
import { adminDeskRoutes } from '../api/admin/desk.ts'
import { adminJobRoutes } from '../api/admin/jobs.ts'
import { adminMentionRoutes } from '../api/admin/mentions.ts'
import { adminNewOrderRoutes } from '../api/admin/new-orders.ts'
import { adminOrderActionRoutes } from '../api/admin/order-actions.ts'
import { adminPickingRoutes } from '../api/admin/picking.ts'
import { adminShipOrdersRoutes } from '../api/admin/ship-orders.ts'
import { adminRefundRequestRoutes } from '../api/admin/refund-requests.ts'
import { adminOrderRoutes } from '../api/admin/orders.ts'
import { adminStaffRoutes } from '../api/admin/staff.ts'
import { adminBrandRoutes } from '../api/admin/brands.ts'
import { adminProductPageRoutes } from '../api/admin/product-page.ts'
import { adminAssortmentRoutes } from '../api/admin/assortment.ts'
import { adminPriceProposalRoutes } from '../api/admin/price-proposals.ts'
import { adminPriceRoutes } from '../api/admin/prices.ts'
import { adminProductFeedRoutes } from '../api/admin/product-feeds.ts'
import { adminProductRoutes } from '../api/admin/products.ts'
import { adminStockRoutes } from '../api/admin/stock.ts'
import { requirePermissions } from '../api/admin/require-permission.ts'
import { adminResourceRoutes } from '../api/admin/resources.ts'
import { adminSecurityRoutes } from '../api/admin/security.ts'
import { adminShopArchiveRoutes } from '../api/admin/shop-archive.ts'
import { adminSessionRoutes } from '../api/admin/session.ts'
import { adminCostImportRoutes } from '../api/admin/cost-imports.ts'
import { adminImportRoutes } from '../api/admin/imports.ts'
import { adminProviderAccountRoutes } from '../api/admin/provider-accounts.ts'
import { adminSettingsRoutes } from '../api/admin/settings.ts'
import { adminSignInRoutes } from '../api/admin/sign-in.ts'
import { countModuleFaults } from './count-module-faults.ts'
import { manifests } from './module-manifests.ts'
import { projectRoot } from './project-root.ts'
import { adminContentSecurityPolicy, securityHeaders } from './security-headers.ts'

export interface AdminAppServices extends AdminServices {
  log: FastifyBaseLogger
  /** Records a database outage at a route; false: the fault is not an outage. */
  noteOutage(error: unknown, route: string): boolean
  /** Number of trusted proxies in front that set the client's address; 0 by default. */
  trustedProxies?: number
  /** Requests to the API per minute of one address, which an office shares. */
  requestsPerMinute?: number
  /** Directory of the built screens. */
  adminDirectory?: string
}

/** Largest request body; routes that take files raise it for themselves. */
const bodyLimitBytes = 1024 * 1024

const defaultRequestsPerMinute = 1200

export async function buildAdminApp(services: AdminAppServices): Promise<FastifyInstance> {
  const { adminUrl, publicUrl, log } = services
  const handleError = createAdminErrorHandler((error, route) => services.noteOutage(error, route))
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: 60_000,
    keepAliveTimeout: 72_000,
    trustProxy: (_address: string, hop: number) => hop < (services.trustedProxies ?? 0),
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  })
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  const headers = {
    ...securityHeaders,
    'content-security-policy': adminContentSecurityPolicy(publicUrl),
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  }
  const { host } = new URL(adminUrl)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (request.host === host) return
    if (request.method !== 'GET' || request.url.startsWith('/admin/api'))
      throw new AdminRefusal(421, 'wrong_host')
    return reply.redirect(`${adminUrl}${request.url}`, 302)
  })
  await app.register(cookie)
  await app.register(async (api) => {
    // Not of the screens' files: an office shares an address, and a page loads some twenty of them.
    await api.register(rateLimit, {
      max: services.requestsPerMinute ?? defaultRequestsPerMinute,
      timeWindow: '1 minute',
    })
    await registerAdminApi(api, services)
  })
  await registerScreens(app, services.adminDirectory ?? join(projectRoot, 'build', 'admin'))
  return app
}

/** Every route under `/admin/api`, each with the permission it asks for. Paths are written in full. */
export async function registerAdminApi(api: FastifyInstance, services: AdminServices): Promise<void> {
  requirePermissions(api, services)
  await api.register(swagger, adminApiDescription)
  await api.register(adminSessionRoutes, services)
  await api.register(adminSignInRoutes, services)
  await api.register(adminSecurityRoutes, services)
  await api.register(adminStaffRoutes, services)
  await api.register(adminOrderRoutes, services)
  await api.register(adminNewOrderRoutes, services)
  await api.register(adminOrderActionRoutes, services)
  await api.register(adminMentionRoutes, services)
  await api.register(adminRefundRequestRoutes, services)
  await api.register(adminPickingRoutes, services)
  await api.register(adminShipOrdersRoutes, services)
  await api.register(adminResourceRoutes, services)
  await api.register(adminCustomFieldRoutes, services)
  await api.register(adminCustomerRoutes, services)
  await api.register(adminProductRoutes, services)
  await api.register(adminStockRoutes, services)
  await api.register(adminProductPageRoutes, services)
  await api.register(adminBrandRoutes, services)
  await api.register(adminCouponRoutes, services)
  await api.register(adminPriceRoutes, services)
  await api.register(adminPriceProposalRoutes, services)
  await api.register(adminAssortmentRoutes, services)
  await api.register(adminJobRoutes, services)
  await api.register(adminAuditRoutes, services)
  await api.register(adminDeskRoutes, services)
  await api.register(adminBrowserErrorRoutes, services)
  await api.register(adminSettingsRoutes, services)
  await api.register(adminProviderAccountRoutes, services)
  await api.register(adminImportRoutes, services)
  await api.register(adminCostImportRoutes, services)
  await api.register(adminProductFeedRoutes, services)
  await api.register(adminShopArchiveRoutes, services)
  const ofModules = { ...services, log: countModuleFaults(services.log, services.clientErrors) }
  for (const { staffRoutes } of manifests.values())
    if (staffRoutes) await api.register(staffRoutes, ofModules)
  api.get(
    '/admin/api/openapi.json',
    { config: { permission: 'signed-in', forKeys: true }, schema: { hide: true } },
    async () => api.swagger(),
  )
  api.all(
    '/admin/api/*',
    { config: { permission: null, forKeys: true }, schema: { hide: true } },
    async () => {
      throw new AdminRefusal(404, 'not_found')
    },
  )
}

/**
 * The built files, and the page for every other address: which screen it shows is decided in the browser.
 * Files with a hash in their name never change.
 */
async function registerScreens(app: FastifyInstance, directory: string): Promise<void> {
  const page = await readFile(join(directory, 'index.html'), 'utf8').catch(() => null)
  if (page !== null)
    await app.register(staticFiles, {
      root: directory,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const immutable = path.includes('/assets/')
        response.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  app.get('/*', async (_request, reply) => {
    if (page === null)
      return reply.code(503).type('text/plain').send('The screens of the back office are not built.')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page)
  })
}
