/**
 * The shop as one Fastify application: security headers, limits, health, the API, pictures, static files and
 * the storefront. It registers the parts and contains no business rules. Tests can build it without
 * listening.
 */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import staticFiles from '@fastify/static'
import swagger from '@fastify/swagger'
import underPressure from '@fastify/under-pressure'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { shopApiDescription } from '../api/api-description.ts'
import { accountSecurityRoutes } from '../api/account-security.ts'
import { accountCartRoutes } from '../api/account-cart.ts'
import { addressRoutes } from '../api/addresses.ts'
import { authRoutes } from '../api/auth.ts'
import { seoRoutes } from '../api/seo.ts'
import { callbackRoutes } from '../api/callbacks.ts'
import { cartRoutes } from '../api/cart.ts'
import { catalogueRoutes } from '../api/catalogue.ts'
import { deliveryCallbackRoutes } from '../api/delivery-callbacks.ts'
import { checkoutRoutes } from '../api/checkout.ts'
import { clientErrorRoutes } from '../api/client-errors.ts'
import { companyRoutes } from '../api/companies.ts'
import { contentRoutes } from '../api/content.ts'
import { couponRoutes } from '../api/coupons.ts'
import { invoiceRoutes } from '../api/invoices.ts'
import { mailPreferenceRoutes } from '../api/mail-preferences.ts'
import { noticeRoutes } from '../api/notices.ts'
import { ownPriceRoutes } from '../api/own-prices.ts'
import { storeCreditRoutes } from '../api/store-credit.ts'
import { formerOrderRoutes } from '../api/former-orders.ts'
import { orderRoutes } from '../api/orders.ts'
import { passkeyRoutes } from '../api/passkeys.ts'
import { personalDataRoutes } from '../api/personal-data.ts'
import { picturesRoutes } from '../api/pictures.ts'
import { countModuleFaults } from './count-module-faults.ts'
import { manifests } from './module-manifests.ts'
import { profileRoutes } from '../api/profile.ts'
import { savedCartRoutes } from '../api/saved-carts.ts'
import { requireSessions, sendRenewedCookies } from '../api/sessions.ts'
import { confirmationRoutes } from '../api/confirmations.ts'
import { requireOpenStore, serveWhileClosed, storePreviewRoutes } from '../api/store-preview.ts'
import { staffRoutes } from '../api/staff.ts'
import { trackOrderRoutes } from '../api/track-order.ts'
import { webManifestRoutes } from '../api/web-manifests.ts'
import { searchMissRoutes } from '../api/search-misses.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { ProductFeeds } from '../domain/seo/product-feeds.ts'
import type { Content } from '../domain/content/content.ts'
import type { JobQueue } from '../domain/jobs/job-queue.ts'
import type { PictureStore } from '../domain/pictures/picture-store.server.ts'
import { createErrorHandler, Fault } from '../api/errors.ts'
import { createAdmission, type AdmissionLimits } from './admission/admission.ts'
import { admissionGate, refuse } from './admission/admission-gate.ts'
import {
  defaultConnectionLimits,
  guardConnections,
  type ConnectionLimits,
} from './admission/connection-limits.ts'
import type { Services } from './compose.ts'
import { healthRoutes, measureRequests, metricsRoute, type Metrics, type ReadinessChecks } from './metrics.ts'
import { forwardedWarning } from './forwarded-warning.ts'
import { createSlownessMonitor, measureMs } from './overload.ts'
import { pageRoutes, tryStoredPage, type PageServices } from './rendering/pages.ts'
import { projectRoot } from './project-root.ts'
import { securityHeaders } from './security-headers.ts'
import { sharedRenderKey } from './rendering/shared-render-key.ts'

/** The composed services and what a node opens besides them: its catalogue, content, pictures, jobs and pages. */
export interface AppServices extends Services, ReadinessChecks {
  log: FastifyBaseLogger
  catalogue: Catalogue
  content: Content
  pictures: PictureStore
  jobs: JobQueue
  feeds: ProductFeeds
  /** The node's metrics; without it no metrics are recorded. */
  metrics?: Metrics
  /** True: metrics and details of readiness have their own listener (METRICS_PORT). */
  hasMetricsListener?: boolean
  /** Records a database outage at a route; false: the fault is not an outage. */
  noteOutage(error: unknown, route: string): boolean
  /** The storefront; null builds the API alone. */
  pages: PageServices | null
  /**
   * Number of trusted proxies in front that set the client's address (limits count by address); 0 by default.
   */
  trustedProxies?: number
  /** How many requests are in progress at once, and how many connections are open (server/admission). */
  limits?: {
    admission?: AdmissionLimits
    connections?: ConnectionLimits
    /** Requests per minute that one address may send to the API. */
    requestsPerMinute?: number
    /** Milliseconds; while the delay of the event loop is above it, requests get 503. 0: no limit. */
    eventLoopDelayMs?: number
  }
  /** Directory of the built browser files. */
  clientDirectory?: string
}

/** Largest request body; a thousand cart lines fit. */
const bodyLimitBytes = 1024 * 1024

/** Requests per minute that one address may send to the API before it gets 429. */
const apiRequestsPerMinute = 1200

/**
 * The keep-alive timeout is longer than that of the load balancer in front, which would otherwise reuse
 * closed connections. A client that sends its header or body too slowly is disconnected. Milliseconds.
 */
const serverOptions = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 72_000,
}

/** While the delay of the event loop is above this, new requests get 503, unless the options say otherwise. */
const maxEventLoopDelayMs = 1000

export async function buildApp(services: AppServices): Promise<FastifyInstance> {
  const { pages, log } = services
  const { metrics, hasMetricsListener = false } = services
  const handleError = createErrorHandler((error, route) => services.noteOutage(error, route))
  const app = Fastify({
    loggerInstance: log,
    // Metrics count and time requests (metrics.ts); errors are logged where they are answered.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    trustProxy: (_address: string, hop: number) => hop < (services.trustedProxies ?? 0),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    ...(pages && {
      serverFactory: (handler: RequestListener) =>
        createShopServer(pages, services, handler, () => metrics?.countPage('stored')),
    }),
    frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
  })
  // The API accepts JSON; a text body gets 415 instead of being parsed.
  app.removeContentTypeParser('text/plain')
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  const noticeForwarded = forwardedWarning(services.trustedProxies ?? 0, log)
  app.addHook('onRequest', async (request, reply) => {
    noticeForwarded(request.headers)
    reply.headers(securityHeaders)
  })
  const isLasting = createSlownessMonitor()
  await app.register(underPressure, {
    maxEventLoopDelay: services.limits?.eventLoopDelayMs ?? maxEventLoopDelayMs,
    sampleInterval: measureMs,
    exposeStatusRoute: false,
    pressureHandler: async () => {
      if (isLasting(performance.now())) throw new Fault('overloaded')
    },
  })
  await app.register(cookie)
  healthRoutes(app, services, { details: !hasMetricsListener })
  if (metrics) {
    measureRequests(app, metrics)
    if (!hasMetricsListener) metricsRoute(app, metrics)
  }
  await app.register(async (api) => registerApi(api, services))
  await app.register(callbackRoutes, services)
  await app.register(deliveryCallbackRoutes, services)
  await app.register(picturesRoutes, {
    pictures: services.pictures,
    originals: services.originals,
  })
  await app.register(clientErrorRoutes, {
    clientErrors: services.clientErrors,
    release: () => pages?.build.assets.version ?? 'api',
  })
  if (pages) await registerStorefront(app, pages, services)
  return app
}

/** Cached pages are sent before Fastify sees the request; everything else passes the admission control. */
function createShopServer(
  pages: PageServices,
  { limits, trustedProxies = 0 }: AppServices,
  handler: RequestListener,
  countStored: () => void,
): Server {
  const admission = createAdmission({ ...(limits?.admission && { limits: limits.admission }) })
  const sharedKey = (request: IncomingMessage) => sharedRenderKey(pages, request)
  const admitted = admissionGate({ admission, trustedProxies, sharedKey, handler })
  const server = createServer(serverOptions, (request, response) => {
    const isExcess = connections.isExcess(request.socket)
    if (isExcess || connections.isCrowded()) response.setHeader('connection', 'close')
    if (isExcess) refuse(request, response)
    else if (tryStoredPage(pages, request, response)) countStored()
    else admitted(request, response)
  })
  const connections = guardConnections(
    server,
    limits?.connections ?? defaultConnectionLimits(),
    trustedProxies,
  )
  return server
}

/** The fields that modules add to a product's page, by name. */
const productParts = Object.fromEntries(
  [...manifests].flatMap(([name, { productPart }]) => (productPart ? [[name, productPart] as const] : [])),
)

/** What modules add to an order's purchase event. */
const purchaseEventParts = [...manifests.values()].flatMap(({ purchaseEvent = [] }) => purchaseEvent)

async function registerApi(api: FastifyInstance, options: AppServices) {
  const { requestsPerMinute = apiRequestsPerMinute } = options.limits ?? {}
  await api.register(rateLimit, { max: requestsPerMinute, timeWindow: '1 minute' })
  await api.register(swagger, shopApiDescription)
  sendRenewedCookies(api, options.sessions)
  requireSessions(api, options.sessions)
  requireOpenStore(api, options)
  await sellingRoutes(api, options)
  await api.register(async (customers) => customerRoutes(customers, options))
  const ofModules = { ...options, log: countModuleFaults(options.log, options.clientErrors) }
  for (const { routes } of manifests.values()) if (routes) await api.register(routes, ofModules)
}

/** What shoppers look at and buy with: not of a closed store. Those of modules are not either, unless they say so. */
async function sellingRoutes(api: FastifyInstance, options: AppServices) {
  await api.register(catalogueRoutes, { catalogue: options.catalogue, productParts })
  await api.register(searchMissRoutes, options)
  await api.register(cartRoutes, options)
  await api.register(couponRoutes, options)
  await api.register(checkoutRoutes, options)
  await api.register(ownPriceRoutes, options)
  await api.register(savedCartRoutes, options)
  await api.register(contentRoutes, options)
}

/** What people who have bought in a store need while it is closed: their orders, accounts and mails. */
async function customerRoutes(api: FastifyInstance, options: AppServices) {
  serveWhileClosed(api)
  await api.register(storePreviewRoutes, options)
  await api.register(staffRoutes, options)
  await api.register(orderRoutes, { ...options, purchaseEventParts })
  await api.register(formerOrderRoutes, options)
  await api.register(storeCreditRoutes, options)
  await api.register(invoiceRoutes, options)
  await api.register(trackOrderRoutes, options)
  await api.register(authRoutes, options)
  await api.register(accountSecurityRoutes, options)
  await api.register(passkeyRoutes, options)
  await api.register(addressRoutes, options)
  await api.register(accountCartRoutes, options)
  await api.register(personalDataRoutes, options)
  await api.register(profileRoutes, options)
  await api.register(companyRoutes, options)
  await api.register(confirmationRoutes, options)
  await api.register(mailPreferenceRoutes, options)
  await api.register(noticeRoutes, options)
  api.get('/api/openapi.json', { schema: { hide: true } }, async () => api.swagger())
  api.all('/api/*', { schema: { hide: true } }, async (_request, reply) =>
    reply.code(404).send({ message: 'The API has no such call.' }),
  )
}

async function registerStorefront(app: FastifyInstance, pages: PageServices, services: AppServices) {
  await app.register(seoRoutes, services)
  await app.register(webManifestRoutes, services)
  await app.register(staticFiles, {
    root: services.clientDirectory ?? join(projectRoot, 'build', 'client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const immutable = path.includes('/assets/')
      const value = immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'
      response.header('cache-control', value)
      // The preview of the back office has another origin.
      if (path.includes('.woff2')) response.header('access-control-allow-origin', '*')
    },
  })
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false })
    pageRoutes(scope, pages)
  })
}
