/**
 * A shop to attack in process: real PostgreSQL, a real catalogue index, the storefront's API and the back office, two
 * customers who own something of everything, and staff. Only in `.db.test.ts` files.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { openContent } from '../../domain/content/content-store.server.ts'
import { noJobs } from '../../domain/jobs/job-queue.ts'
import type { Role } from '../../domain/permissions/permissions.ts'
import { toProductId } from '../../domain/products/product-id.ts'
import { stores, type StoreCode } from '../../domain/stores/stores.ts'
import { openCatalogueIndex } from '../../read-model/catalogue-index.server.ts'
import { apiAccess } from '../access/api-access.ts'
import type { AccessRule } from '../access/access-rule.ts'
import { createCustomer, type AccessCustomer } from '../access/two-customers.ts'
import { visitOf } from '../access/visit.ts'
import { adminUrl, signedInStaff, type TestStaff } from '../admin/admin-shop.ts'
import { testApp, testServices } from '../composition.ts'
import { testDatabase } from '../database.ts'
import { goodForm } from '../order-shop.ts'
import { addProduct, smallCatalogue } from '../small-catalogue.ts'
import { buildAdminApp } from '../../server/admin-app.ts'
import { composeAdmin } from '../../server/compose.ts'
import { withAttackedRoutes, type AttackedRoute } from './attacked-routes.ts'
import type { KnownValues } from './hostile-requests.ts'

const couponCode = 'ANGREPP-10'

/** `ATTACK_ROUTES`: a pattern of the addresses that are attacked; all by default. */
const attackedAddresses = new RegExp(process.env['ATTACK_ROUTES'] ?? '')

export interface AttackedApp {
  app: FastifyInstance
  routes: AttackedRoute[]
}

export interface AttackedShop {
  storefront: AttackedApp
  backOffice: AttackedApp
  db: Awaited<ReturnType<typeof testDatabase>>['db']
  owner: AccessCustomer
  other: AccessCustomer
  staff: (role: Role, stores?: readonly StoreCode[]) => Promise<TestStaff>
  known: KnownValues
  /** Errors that were logged since the last call. */
  takeFaults: () => string[]
  close: () => Promise<void>
}

export async function attackedShop(): Promise<AttackedShop> {
  const { db, url, drop } = await testDatabase()
  const ids = await smallCatalogue(db)
  const productId = await addProduct(db, { sku: 'VO-AA-8', name: 'AA 8-pack', category: 'batteries' })
  await db
    .updateTable('product')
    .set({ subscription_intervals: ['1 month'] })
    .where('id', '=', toProductId(productId))
    .execute()
  const dataDir = await mkdtemp(join(tmpdir(), 'anode-attacked-'))
  const quiet = { info: () => {}, warn: () => {} }
  const index = openCatalogueIndex({ dataDir, databaseUrl: url, log: quiet })
  await index.ready
  const faults: string[] = []
  const log = pino({ level: 'error' }, { write: (text) => void faults.push(text) })
  const services = testServices({ db })
  const { catalogue } = index
  const { content } = await openContent(db)
  const storefront = await withAttackedRoutes(() =>
    testApp(services, { catalogue, content, log, jobs: noJobs }),
  )
  const preview = { status: 200, headers: {}, html: '<p>page</p>' }
  const backOffice = await withAttackedRoutes(() =>
    buildAdminApp({
      ...composeAdmin(services, {
        catalogue,
        jobs: noJobs,
        previewProduct: async () => preview,
        release: () => 'test',
        config: { smtpUrl: undefined, mailTransport: null, providers: 'live', dataDir },
        db,
        adminUrl,
      }),
      log,
      noteOutage: () => false,
      requestsPerMinute: Number.MAX_SAFE_INTEGER,
      adminDirectory: '/nonexistent',
    }),
  )
  for (const attacked of [storefront, backOffice])
    attacked.routes = attacked.routes.filter(({ url: address }) => attackedAddresses.test(address))
  const base = await storefront.app.listen({ port: 0, host: '127.0.0.1' })
  const place = { db, base, from: '127.0.9.1' }
  const owner = await createCustomer(place, {
    firstName: 'Ottilia',
    lastName: 'Angripssson',
    street: 'Målgränden 7',
    company: 'Målfonden Aktiebolag',
    organisationNumber: '556016-0680',
    phone: '0704455663',
    vat: 'SE556016068001',
  })
  const other = await createCustomer(place, {
    firstName: 'Frida',
    lastName: 'Fremlingsson',
    street: 'Storgatan 1',
    company: 'Fremling Aktiebolag',
    organisationNumber: '556677-8899',
    phone: '0704455664',
    vat: 'SE556677889901',
  })
  const { headers } = await signedInStaff(db, { role: 'owner' })
  const fields = { code: couponCode, percentage_discount: 10 }
  const coupon = { method: 'POST', url: '/admin/api/coupons', headers, payload: { fields } } as const
  await backOffice.app.inject(coupon)
  return {
    storefront,
    backOffice,
    db,
    owner,
    other,
    staff: (role, inStores) => signedInStaff(db, { role, ...(inStores && { stores: inStores }) }),
    known: {
      ...goodForm,
      locale: 'sv',
      sid: stores.sv.storeId,
      store: 'sv',
      sku: 'NC-AA4',
      product_id: productId,
      quantity: 1,
      category: ids['NC-AA4'],
      email: 'fremling@exempel.se',
      provider: 'klarna',
    },
    takeFaults: () => faults.splice(0),
    close: async () => {
      await backOffice.app.close()
      await storefront.app.close()
      await index.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What one request is made of. */
export interface AttackRequest {
  path: string
  /** Of the query, without the store's fields. */
  query: Record<string, string>
  body: Record<string, unknown> | null
}

const rules: Readonly<Record<string, AccessRule>> = apiAccess

/** The request of a storefront's route for what the customer owns; of a route without a line in the table a guess. */
export async function storefrontRequest(
  { method, url }: AttackedRoute,
  of: AccessCustomer,
): Promise<AttackRequest> {
  const rule = rules[`${method} ${url}`]
  if (rule === undefined) return { path: url.replaceAll(/:\w+/g, '1'), query: {}, body: null }
  const visit = await visitOf(`${method} ${url}`, rule, { of })
  const [path = ''] = visit.path.split('?')
  return { path, query: { ...rule.query }, body: visit.body === null ? null : JSON.parse(visit.body) }
}

/** The address of a route of the back office for what the Swedish store's customer owns, and whether it names that. */
export function backOfficePath(
  { url }: AttackedRoute,
  of: AccessCustomer,
): { path: string; namesOwned: boolean } {
  const owned: Record<string, string> = {
    'orders/:number': of.owned.order,
    'customers/:id': String(of.accountId),
    'returns/:id': `${of.owned.order}-R1`,
  }
  const known: Record<string, string> = {
    store: 'sv',
    sku: 'NC-AA4',
    slug: 'nordcell',
    provider: 'kustom',
    code: couponCode,
  }
  let namesOwned = false
  const path = url
    .replace(/(\w+)\/:(\w+)/, (match, noun: string, name: string) => {
      const value = owned[`${noun}/:${name}`]
      if (value === undefined) return match
      namesOwned = true
      return `${noun}/${value}`
    })
    .replaceAll(/:(\w+)/g, (_match, name: string) => known[name] ?? '1')
  return { path, namesOwned }
}
