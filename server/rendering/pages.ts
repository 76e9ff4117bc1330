/**
 * Serves the storefront: parses the address, answers from the page cache or renders through React Router, and
 * sets the page's security policy. `tryStoredPage` is the fast path in front of Fastify; the route behind it
 * handles the rest.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { data, RouterContextProvider, type ServerBuild } from 'react-router'
import { shopContext, type BrowserSettings, type ShopContext } from '../../app/shop-context.ts'
import { entriesOf } from '../../modules/modules.ts'
import { retryAfterSeconds, routeOf } from '../../api/errors.ts'
import type { SessionReader } from '../../api/sessions.ts'
import type { Catalogue } from '../../domain/catalogue/catalogue.ts'
import type { Content } from '../../domain/content/content.ts'
import { mayPreview } from '../../api/store-preview.ts'
import type { Keyring } from '../../domain/keys/keyring.server.ts'
import { storeToVisit } from '../../domain/stores/open-stores.ts'
import { defaultStoreCode, isStoreCode, storeCodes, stores, type Store } from '../../domain/stores/stores.ts'
import { missingPagePath, publicPaths } from '../../domain/stores/paths.ts'
import { storeOfLanguages } from '../../domain/stores/store-of-languages.ts'
import { movedTo } from '../../domain/redirects/redirect.ts'
import { modulePageAt } from '../../domain/seo/module-pages.ts'
import { longestTerm } from '../../domain/search/search-term.ts'
import { requestPriority } from '../admission/request-priority.ts'
import { uncachedPage, type PageCache, type RenderedPage } from './page-cache.ts'
import {
  addressInForm,
  maxAddressLength,
  withShortTerm,
  plainPageKey,
  readCookies,
  readPageAddress,
  type PageAddress,
} from './page-key.ts'
import {
  contentSecurityPolicy,
  scriptHashes,
  paymentHeaders,
  securityHeaders,
  type ExtraSources,
} from '../security-headers.ts'
import { closedPage, closedPageHeaders } from './closed-page.ts'
import { sendPage, sendPageIfReady } from './serve-page.ts'
import { isServedWhileClosed } from './served-while-closed.ts'
import { createStorefronts, type Storefronts } from './storefronts.ts'

export interface PageServices {
  keys: Keyring
  build: ServerBuild
  catalogue: Catalogue
  content: Content
  cache: PageCache
  publicUrl: string
  settings: BrowserSettings
  /** As they are now: accounts can change while the shop runs. */
  paymentProviders: () => ShopContext['paymentProviders']
  /** Origins of the payment providers' embeds, for the documents that show them only. */
  embedHosts: () => readonly string[]
  clock: () => number
  sessions: SessionReader
  orderByToken: ShopContext['orderByToken']
  orderOf: ShopContext['orderOf']
  read: ShopContext['read']
  vehicles: ShopContext['vehicles']
  switchedOff: ShopContext['switchedOff']
  /** Records a database outage at a route; false: the fault is not an outage. */
  noteOutage(error: unknown, route: string): boolean
}

const storePrefix = new RegExp(`^/(?:${storeCodes.join('|')})(?=[/?.]|$)`)

/** The store whose code an address begins with; `/sv.data` is data of a page of `sv`. */
function storeOfAddress(address: string): Store | null {
  const code = storePrefix.exec(address)?.[0].slice(1)
  return isStoreCode(code) ? stores[code] : null
}

/** Answers a guest's GET from the page cache if the encoded page is cached; false passes the request on. */
export function tryStoredPage(
  services: PageServices,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const key = sharedPageKey(services, request)
  if (key === null) return false
  const stored = services.cache.get(key, services.clock())
  const store = storeOfAddress(request.url ?? '')
  if (stored === undefined || store === null) return false
  return sendPageIfReady(stored, { store, publicUrl: services.publicUrl }, request, response)
}

/** Key of the guest page that a request asks for; null where the response is not shared between shoppers. */
export function sharedPageKey(services: PageServices, request: IncomingMessage): string | null {
  const address = addressInForm(request.url ?? '/', request.headers.accept)
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const store = storeOfAddress(address)
  if (store === null || store.isClosed) return null
  const cookies = readCookies(request.headers.cookie)
  if (cookies.signedIn) return null
  return address.includes('?')
    ? (readPageAddress(address, cookies, (name) => services.catalogue.isFacet(name))?.key ?? null)
    : plainPageKey(address, store, cookies)
}

/** The catch-all route, registered last. */
export function pageRoutes(app: FastifyInstance, services: PageServices) {
  const storefronts = createStorefronts(services.build, !services.switchedOff.has('narrowed-routes'))

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const address = addressInForm(request.raw.url ?? '/', request.headers.accept)
      const readable = address.length > longestTerm ? withShortTerm(address) : null
      if (readable !== null) return redirect(reply, readable)
      if (address.length > maxAddressLength) return plain(reply, 414, 'This address is too long.')
      const cookies = readCookies(request.headers.cookie)
      const read = readPageAddress(address, cookies, (name) => services.catalogue.isFacet(name))
      const page = read && ofClosedStore(read)
      if (page === null) return plain(reply, 400, 'This address cannot be read.')
      if (page.normalized.split('?', 1)[0] === '/') return redirectHome(reply, address, cookies.locale)
      // A file that is not there; admission control lets these through because nothing is rendered for them.
      if (requestPriority(address) === null) return plain(reply, 404, 'There is no such file.')
      const firstPage = withoutRedundantPage(address)
      if (firstPage !== null && !page.isData) return redirect(reply, firstPage)
      const bare = withoutSlashAtEnd(address)
      if (bare !== null) return redirect(reply, bare)
      if (page.store === null && !page.isData) {
        const target = movedWithoutStore(services, page, cookies.locale)
        if (target !== null) return redirect(reply, keepLanding(target, page.landing), 301)
        const missing = await missingPage(services, storefronts, request)
        if (missing !== null) {
          reply.hijack()
          return sendPage(missing, { store: null, publicUrl: services.publicUrl }, request.raw, reply.raw)
        }
      }
      const shown = page.store ?? visitorsStore(cookies.locale)
      if (isHidden(services, page, shown, request)) {
        const login = loginWhileClosed(page)
        return login === null ? sendClosedPage(reply, shown, page) : redirect(reply, login)
      }
      const render = () => renderPage(services, storefronts, page, request)
      const now = services.clock()
      const rendered =
        page.key === null
          ? uncachedPage(await render())
          : await services.cache.getOrRender(page.key, now, render)
      if (rendered.status >= 300 && rendered.status < 400 && rendered.headers['location']) {
        if (rendered.cookies?.length) reply.header('set-cookie', [...rendered.cookies])
        return redirect(reply, keepLanding(rendered.headers['location'], page.landing), rendered.status)
      }
      reply.hijack()
      await sendPage(rendered, { store: page.store, publicUrl: services.publicUrl }, request.raw, reply.raw)
    },
  })
  formRoute(app, services, storefronts)
}

/** A page of a closed store is rendered for one request: nothing of it may reach the cache. */
const ofClosedStore = (page: PageAddress): PageAddress =>
  page.store?.isClosed === true ? { ...page, key: null } : page

/**
 * Whether shoppers get the page of the closed store instead, as all but those who preview it. `shown`: the store of the
 * page, or the one that is shown at an address of none. Such an address is no page of a closed store, but the router
 * finds some: it matches paths without regard to case.
 */
function isHidden(
  services: PageServices,
  { store, section, normalized }: PageAddress,
  shown: Store,
  request: FastifyRequest,
) {
  if (shown.isClosed !== true) return false
  if (store === null) return true
  const path = normalized.split('?', 1)[0]!.replace(/\.data$/, '')
  return (
    !isServedWhileClosed(store.code, { section, path }) && !mayPreview(services, store.code, request.headers)
  )
}

/** Parameters of the home page's address that log in, open the login, or the form for another password. */
const loginParameters = ['login', 'change_password', 'token'] as const

/**
 * Where customers of a closed store log in, as the home page is not shown: the page of orders, which opens the same panel
 * for the same parameters. Null: the address asks for no login.
 */
function loginWhileClosed({ store, isData, normalized, landing }: PageAddress): string | null {
  if (store === null || isData || normalized.split('?', 1)[0] !== publicPaths.home(store.code)) return null
  if (!loginParameters.some((name) => landing.has(name))) return null
  return keepLanding(`${publicPaths.home(store.code)}/track-order`, landing)
}

/** Data of React Router gets the status alone: the browser then loads the document. */
function sendClosedPage(reply: FastifyReply, store: Store, { isData }: PageAddress) {
  reply.code(503).headers({ ...securityHeaders, ...closedPageHeaders })
  return isData
    ? reply.type('text/plain; charset=utf-8').send('This store is closed.')
    : reply.send(closedPage(store.code))
}

/** Largest form body that a page accepts, bytes. */
const formLimitBytes = 4096
const formsPerMinute = 60

/**
 * Receives form data that must not appear in an address: the response is never stored or logged. Only pages
 * of modules that say so take a form (`takesForm`). It changes nothing, so it needs no CSRF protection.
 */
function formRoute(app: FastifyInstance, services: PageServices, storefronts: Storefronts) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formLimitBytes },
    (_request, body, done) => done(null, body),
  )
  app.route<{ Body: string }>({
    method: 'POST',
    url: '/*',
    config: { rateLimit: { max: formsPerMinute, timeWindow: '1 minute' } },
    handler: async (request, reply) => {
      const page = readPageAddress(request.raw.url ?? '/', readCookies(request.headers.cookie), () => false)
      const store = page?.store ?? null
      const isTaken =
        page !== null && store !== null && modulePageAt(store.code, page.section)?.takesForm && !page.isData
      if (isTaken && isHidden(services, page, store, request)) return sendClosedPage(reply, store, page)
      if (!isTaken || typeof request.body !== 'string') return plain(reply, 404, 'Nothing here takes a form.')
      const own = { ...page, key: null }
      const rendered = uncachedPage(await renderPage(services, storefronts, own, request, request.body))
      reply.hijack()
      await sendPage(rendered, { store: page.store, publicUrl: services.publicUrl }, request.raw, reply.raw)
    },
  })
}

/** Where a former address without a store leads; null: nowhere. */
function movedWithoutStore({ content, publicUrl }: PageServices, page: PageAddress, locale: string | null) {
  const { pathname } = new URL(page.normalized, publicUrl)
  return movedTo((store, path) => content.redirect(store, path), visitorsStore(locale).code, pathname)
}

/**
 * The not-found page of a store for an address that names none: of the store that the visitor has opened before, else
 * of the first whose language the browser prefers. It is the same for all such addresses of a store, so it is stored
 * once; the browser keeps none, and the store is not remembered. Null: it cannot be rendered as one.
 */
async function missingPage(services: PageServices, storefronts: Storefronts, request: FastifyRequest) {
  const cookies = readCookies(request.headers.cookie)
  const store = storeToVisit(
    isStoreCode(cookies.locale)
      ? cookies.locale
      : (storeOfLanguages(request.headers['accept-language']) ?? defaultStoreCode),
  )
  const page = ofClosedStore(readPageAddress(missingPagePath(store), cookies, () => false)!)
  if (isHidden(services, page, stores[store], request)) return null
  const render = () => renderPage(services, storefronts, page, request)
  const rendered =
    page.key === null
      ? uncachedPage(await render())
      : await services.cache.getOrRender(page.key, services.clock(), render)
  if (rendered.status !== 404) return null
  return { ...rendered, headers: { ...rendered.headers, 'cache-control': 'private, no-store' } }
}

async function renderPage(
  services: PageServices,
  storefronts: Storefronts,
  page: PageAddress,
  request: FastifyRequest,
  form?: string,
): Promise<RenderedPage> {
  const tags = new Set<string>()
  let endsAt: number | null = null
  /** Set once a document is rendered; data and redirects have none. */
  let scripts: readonly string[] | undefined
  const shared = page.key !== null
  const nonce = shared ? null : randomBytes(16).toString('base64')
  const store = page.store ?? visitorsStore(readCookies(request.headers.cookie).locale)
  const isClosed = store.isClosed === true
  const shop: ShopContext = {
    store,
    catalogue: services.catalogue,
    content: services.content,
    now: services.clock(),
    vatIncluded: page.vatIncluded,
    publicUrl: services.publicUrl,
    settings: services.settings,
    paymentProviders: services.paymentProviders(),
    nonce,
    switchedOff: services.switchedOff,
    tag: (...names) => names.forEach((name) => tags.add(name)),
    endsBy: (moment) => {
      if (moment !== null && (endsAt === null || moment < endsAt)) endsAt = moment
    },
    ...personalReads(services, request, shared),
    vehicles: services.vehicles,
    ...(isClosed && mayPreview(services, store.code, request.headers) && { isClosedPreview: true }),
    allowScripts: (inlineScripts) => {
      scripts = inlineScripts
    },
    report: (error) =>
      request.log.error({ route: routeOf(request), err: error }, 'a page could not be rendered'),
  }
  const context = new RouterContextProvider()
  context.set(shopContext, shop)
  const response = await storefronts(shop.store.code, page.section)(
    new Request(new URL(page.normalized, services.publicUrl), formRequest(form)),
    context,
  )
  const body = Buffer.from(await response.arrayBuffer())
  const embeds = showsPayments(page) ? services.embedHosts() : []
  const headers: Record<string, string> = { ...securityHeaders, ...paymentHeaders(embeds) }
  for (const name of [
    'content-type',
    'content-language',
    'location',
    'x-robots-tag',
    'x-remix-response',
    'link',
  ]) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  if (isClosed) headers['x-robots-tag'] = 'noindex'
  if (response.status === 503) headers['retry-after'] = String(retryAfterSeconds)
  headers['cache-control'] = shared ? 'private, no-cache' : 'private, no-store'
  if (scripts !== undefined) {
    headers['content-security-policy'] = contentSecurityPolicy(
      nonce === null ? scriptHashes(scripts) : [`'nonce-${nonce}'`],
      calledBy(services.settings, embeds),
    )
  }
  const opened = shared ? null : await services.sessions.opened(request)?.catch(() => null)
  return { status: response.status, headers, body, tags, endsAt, cookies: opened?.cookies ?? [] }
}

/** Pages of modules inside the account that may load the payment providers' embeds, by their first segment. */
const accountPagesWithPayments: ReadonlySet<string> = new Set(
  [...entriesOf('accountPages')].flatMap(([path, { embedsPayments }]) => (embedsPayments ? [path] : [])),
)

/** Documents that may load the payment providers' embeds: checkout, and pages of modules that save a payment method. */
function showsPayments({ section, normalized }: { section: string; normalized: string }): boolean {
  const [, page = ''] = /^\/[^/]+\/my-account\/([^/?]+)/.exec(normalized) ?? []
  return section === 'checkout' || accountPagesWithPayments.has(page)
}

/**
 * Reads of a page from the database. While the database is unavailable the page is answered with 503, not
 * 500.
 */
function personalReads(services: PageServices, request: FastifyRequest, shared: boolean) {
  const reading = async <T>(read: Promise<T>): Promise<T> => {
    try {
      return await read
    } catch (error) {
      if (!services.noteOutage(error, routeOf(request))) throw error
      throw data(null, { status: 503, statusText: 'Service Unavailable' }) // oxlint-disable-line typescript/only-throw-error -- how React Router is given a status
    }
  }
  return {
    // A stored page is rendered for a guest, whatever its request carries.
    session: async () => (shared ? null : (await reading(services.sessions.open(request))).session),
    orderByToken: (token) => reading(services.orderByToken(token)),
    orderOf: (session, number) => reading(services.orderOf(session, number)),
    read: (useCase, asked) => reading(services.read(useCase, asked)),
  } satisfies Partial<ShopContext>
}

/** Hosts besides the shop's own that the operator's settings let the browser call. */
function calledBy(
  { api, tracking, reviews, tags }: BrowserSettings,
  embeds: readonly string[],
): ExtraSources {
  const origins = (...addresses: (string | undefined)[]) =>
    addresses.flatMap((address) => (address ? [new URL(address).origin] : []))
  const widget = origins(reviews)
  const tagManager = origins(tags)
  const extra = {
    'connect-src': [...origins(api, tracking), ...widget, ...tagManager, ...embeds],
    'script-src': [...widget, ...tagManager, ...embeds],
    'frame-src': [...widget, ...embeds],
    'img-src': [...widget, ...tagManager, ...embeds],
  }
  return Object.fromEntries(Object.entries(extra).filter(([, hosts]) => hosts.length > 0))
}

function formRequest(form: string | undefined): RequestInit {
  if (form === undefined) return { method: 'GET' }
  return { method: 'POST', body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
}

/** The same address without a redundant `page` parameter; null if nothing changes (ROUTE-45, ROUTE-46). */
export function withoutRedundantPage(address: string): string | null {
  const mark = address.indexOf('?')
  if (mark < 0) return null
  const query = new URLSearchParams(address.slice(mark + 1))
  const page = query.get('page')
  if (page === null || /^(?:[2-9]|[1-9]\d{1,8})$/.test(page)) return null
  query.delete('page')
  const text = query.toString()
  return address.slice(0, mark) + (text === '' ? '' : `?${text}`)
}

/** The same address without a trailing slash, so that each page has one address; null if it has none. */
export function withoutSlashAtEnd(address: string): string | null {
  const [, path, rest] = /^([^?]*[^?/])\/+((?:\?.*)?)$/.exec(address) ?? []
  return path === undefined ? null : path + (rest ?? '')
}

/** A redirect keeps the landing parameters that its target does not have already. */
export function keepLanding(location: string, landing: URLSearchParams): string {
  const target = new URL(location, 'http://shop.invalid')
  if (target.host !== 'shop.invalid') return location
  for (const [name, value] of landing)
    if (!target.searchParams.has(name)) target.searchParams.append(name, value)
  // Two slashes would begin the name of another host.
  return target.pathname.replace(/^\/+/, '/') + target.search + target.hash
}

/** The store of a visitor whose address names none. */
const visitorsStore = (locale: string | null): Store =>
  stores[storeToVisit(isStoreCode(locale) ? locale : defaultStoreCode)]

/**
 * The store for `/`: from the locale cookie, else Sweden; never from the browser's language (ROUTE-02,
 * CONST-03).
 */
function redirectHome(reply: FastifyReply, address: string, locale: string | null) {
  const { code } = visitorsStore(locale)
  const mark = address.indexOf('?')
  return redirect(reply, `/${code}${mark < 0 ? '' : address.slice(mark)}`)
}

function redirect(reply: FastifyReply, location: string, status = 302) {
  return reply.headers(securityHeaders).header('cache-control', 'no-store').redirect(location, status)
}

function plain(reply: FastifyReply, status: number, text: string) {
  return reply.headers(securityHeaders).status(status).type('text/plain; charset=utf-8').send(text)
}
