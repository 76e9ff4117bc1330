/**
 * The composition root: the only place that chooses which services a process of the shop runs with. Server, jobs, the
 * operator's tool, tests and benchmarks build them here from the configuration; nothing defaults to a fake.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { AdminServices } from '../api/admin/admin-services.ts'
import { accountIdOf, createSessionReader, type SessionReader } from '../api/sessions.ts'
import type { RenderingOptimisation } from '../app/shop-context.ts'
import { productEditor } from '../catalogue-import/edit-product.server.ts'
import { exportProducts } from '../catalogue-import/export-products.server.ts'
import { createUploads } from '../catalogue-import/import-upload.server.ts'
import { createImportRunner } from '../catalogue-import/run-import-job.server.ts'
import { createProductFeeds } from '../catalogue-import/product-feeds.server.ts'
import { customerDiscounts } from '../domain/accounts/account-repository.server.ts'
import {
  createClientErrorCollector,
  type ClientErrorCollector,
} from '../domain/client-errors/client-error-collector.server.ts'
import { createStockReader, type ReadStockNeeds } from '../domain/cart/cart-stock.server.ts'
import type { CartProducts } from '../domain/catalogue/cart-product.ts'
import type { CustomerDiscounts } from '../domain/coupons/coupon-line.ts'
import { createCouponBook, type CouponBook } from '../domain/coupons/coupon-book.server.ts'
import type { VehicleRegistry } from '../domain/devices/vehicle-registry.ts'
import { createKeyring, type Keyring } from '../domain/keys/keyring.server.ts'
import { mailLimits, type MailLimits } from '../domain/mail/mail-limits.ts'
import type { PaymentProviderId } from '../domain/stores/payment-provider-id.ts'
import { publicPaths } from '../domain/stores/paths.ts'
import type { CarrierLogo } from '../domain/stores/store.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { storeProviders } from '../domain/payments/offered-providers.ts'
import type { PaymentProviders, StoreProviders } from '../domain/payments/payment-provider.ts'
import type { ProviderAccounts } from '../domain/provider-accounts/provider-accounts.ts'
import type { CarrierAccountProvider } from '../domain/provider-accounts/provider-keys.ts'
import { createPictureDownloader, type DownloadPicture } from '../domain/pictures/download-picture.server.ts'
import { createPictureOriginals, type PictureOriginals } from '../domain/pictures/picture-originals.server.ts'
import type { Drawings } from '../domain/pictures/picture-source.ts'
import { createPictureStore, type PictureStore } from '../domain/pictures/picture-store.server.ts'
import { createSecurityLog, type SecurityLog } from '../domain/security/security-log.server.ts'
import type { ProductFeeds } from '../domain/seo/product-feeds.ts'
import type { RenderInvoice } from '../domain/invoices/invoice-document.ts'
import type { RenderParcelNote } from '../domain/parcels/parcel-note.ts'
import type { DeliveryEvents } from '../domain/shipping/delivery-event.ts'
import type { ParcelCarriers } from '../domain/shipping/parcel-booking.ts'
import type { Carriers } from '../domain/shipping/service-point.ts'
import { orderLimits, type LimitsOfStores } from '../domain/checkout/order-limits.ts'
import { createBring } from '../providers/carriers/bring/bring.ts'
import { createBringParcels } from '../providers/carriers/bring/bring-parcels.ts'
import { createBudbee } from '../providers/carriers/budbee/budbee.ts'
import { createBudbeeParcels } from '../providers/carriers/budbee/budbee-parcels.ts'
import type { CarrierAdapter } from '../providers/carriers/carrier-adapter.ts'
import { createCarriers } from '../providers/carriers/carriers.ts'
import { createDhl } from '../providers/carriers/dhl/dhl.ts'
import { createDhlParcels } from '../providers/carriers/dhl/dhl-parcels.ts'
import { createInstabee } from '../providers/carriers/instabee/instabee.ts'
import { readInstabeeEvent } from '../providers/carriers/instabee/instabee-events.ts'
import { createInstabeeParcels } from '../providers/carriers/instabee/instabee-parcels.ts'
import type { ParcelAdapter } from '../providers/carriers/parcel-adapter.ts'
import { createParcelCarriers } from '../providers/carriers/parcels.ts'
import { createPostnord } from '../providers/carriers/postnord/postnord.ts'
import { createPostnordParcels } from '../providers/carriers/postnord/postnord-parcels.ts'
import { createInvoiceWorker } from '../providers/invoice/render-invoice.ts'
import { createParcelNoteWorker } from '../providers/parcel-note/render-parcel-note.ts'
import { createInvoiceProvider } from '../providers/invoice/invoice-provider.ts'
import { createKustomProvider } from '../providers/kustom/kustom-provider.ts'
import { createStripeProvider } from '../providers/stripe/stripe-provider.ts'
import { createWalleyProviders } from '../providers/walley/walley-provider.ts'
import { createOutbox, createSmtpMailer, type Mailer } from '../providers/mail/mailer.ts'
import { createDemoVehicleRegistry } from '../providers/vehicle-registry/demo-vehicle-registry.ts'
import { noVehicleRegistry } from '../providers/vehicle-registry/no-vehicle-registry.ts'
import { createVatNumberRegisters } from '../providers/vat-number/vat-number-registers.ts'
import {
  createSearchMissCollector,
  type SearchMissCollector,
} from '../domain/search/search-miss-collector.server.ts'
import { createVitalsCollector, type VitalsCollector } from '../domain/vitals/vitals-collector.server.ts'
import type { VatNumberRegisters } from '../domain/vat-numbers/vat-number-registers.ts'
import type { Config } from './config.ts'
import { projectRoot } from './project-root.ts'
import { resources } from './resources.ts'
import { reversals } from './reversals.ts'
import { uploadsFolder } from './tidy-uploads.ts'
import type { CarrierAccounts } from './provider-settings.ts'
import { keepProviderAccounts, type KeptAccounts, type PaymentConfig } from './provider-accounts.ts'
import type { Database } from './database/database.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { createOrderPictures } from './jobs/order-pictures.ts'
import { createMailTally, type MailTally } from './jobs/watch-mailer.ts'

/** Log interface of the services; a pino logger implements it. */
export interface ServiceLog {
  info(data: object, message: string): void
  warn(data: object, message: string): void
}

/** What exists before the services: the configuration, the opened database, the log and the clock. */
export interface Foundation {
  config: Pick<
    Config,
    | 'secret'
    | 'previousSecrets'
    | 'publicUrl'
    | 'providers'
    | 'providerVariables'
    | 'kustom'
    | 'stripe'
    | 'walley'
    | 'carriers'
    | 'vatRegisters'
  >
  db: Database
  log: ServiceLog
  /** Epoch milliseconds. */
  clock: () => number
  /** Replacements for the shop's own services, for tests and benchmarks. */
  replace?: Replacements
}

export interface Replacements {
  orderLimits?: LimitsOfStores
  mailLimits?: MailLimits
  downloadPicture?: DownloadPicture
  couponCacheMs?: number
  /** Optimisations of rendering that a benchmark measures. */
  switchedOff?: ReadonlySet<RenderingOptimisation>
}

/**
 * How long a coupon that was read may be reused, so that pricing a cart on every tap does not query it again.
 */
const couponCacheMs = 1_000

/** The dependencies of use cases. */
export interface Services {
  db: Database
  log: ServiceLog
  clock: () => number
  publicUrl: string
  keys: Keyring
  security: SecurityLog
  clientErrors: ClientErrorCollector
  vitals: VitalsCollector
  searchMisses: SearchMissCollector
  sessions: SessionReader
  /** Account id of the request's session. */
  accountOf: (request: FastifyRequest) => Promise<number | null>
  customerDiscounts: (accountId: number) => Promise<CustomerDiscounts>
  coupons: CouponBook
  stock: ReadStockNeeds
  /** A store's providers are replaced when its accounts change: read them when they are needed. */
  providers: PaymentProviders
  providerAccounts: ProviderAccounts
  renderInvoice: RenderInvoice
  renderParcelNote: RenderParcelNote
  carriers: Carriers
  parcels: ParcelCarriers
  deliveryEvents: DeliveryEvents
  vatNumbers: VatNumberRegisters
  vehicles: VehicleRegistry
  originals: PictureOriginals
  orderLimits: LimitsOfStores
  mailLimits: MailLimits
  downloadPicture: DownloadPicture
}

export function composeServices(foundation: Foundation): Services {
  const { config, db, log, clock, replace = {} } = foundation
  const { publicUrl } = config
  const keys = createKeyring([config.secret, ...config.previousSecrets])
  const security = createSecurityLog({ log, keys })
  const sessions = createSessionReader({ db, security, clock, publicUrl })
  const isSimulated = config.providers === 'simulator'
  const build = (accounts: PaymentConfig) => composePaymentProviders({ config: accounts, db, clock, log })
  const providers = build(config)
  const accounts = keepProviderAccounts({ db, keys }, { config, providers, build })
  return {
    db,
    log,
    clock,
    publicUrl,
    keys,
    security,
    clientErrors: createClientErrorCollector({ db, log, clock }),
    vitals: createVitalsCollector({ db, log, clock }),
    searchMisses: createSearchMissCollector({ db, log, clock }),
    sessions,
    accountOf: (request) => accountIdOf(sessions, request),
    customerDiscounts: (accountId) => customerDiscounts(db, accountId),
    coupons: createCouponBook(db, keys, { maxAgeMs: replace.couponCacheMs ?? couponCacheMs }),
    stock: createStockReader(db),
    providers,
    providerAccounts: accounts,
    renderInvoice: composeInvoiceRenderer(),
    renderParcelNote: createParcelNoteWorker(fontDirectory),
    carriers: composeCarriers({ accounts, clock, log }),
    deliveryEvents: composeDeliveryEvents({ config }),
    parcels: composeParcelCarriers({ accounts, clock, log }),
    vatNumbers: createVatNumberRegisters(config.vatRegisters, log),
    vehicles: isSimulated ? createDemoVehicleRegistry() : noVehicleRegistry,
    originals: createPictureOriginals(db),
    orderLimits: replace.orderLimits ?? orderLimits,
    mailLimits: replace.mailLimits ?? mailLimits,
    downloadPicture: replace.downloadPicture ?? createPictureDownloader(),
  }
}

/**
 * Names of the services that this configuration simulates, for the operator; empty where none is simulated.
 */
export function simulatedServices({ providers }: Pick<Config, 'providers'>): string[] {
  return providers === 'simulator'
    ? ['carriers', 'VAT registers', 'vehicle registry', 'payment simulator']
    : []
}

/**
 * The payment providers that settle each store's orders: those with a merchant account of the store, the
 * shop's own invoice and the provider for free orders.
 */
export function composePaymentProviders({
  config,
  log,
  ...services
}: Pick<Services, 'db' | 'clock' | 'log'> & { config: PaymentConfig }): PaymentProviders {
  const own = {
    invoice: createInvoiceProvider(services, 'invoice'),
    none: createInvoiceProvider(services, 'none'),
  }
  const ofStore = (store: StoreCode): StoreProviders => {
    const { [store]: kustom } = config.kustom
    const { [store]: stripe } = config.stripe
    const { [store]: walley } = config.walley
    return {
      ...own,
      ...(kustom && { klarna: createKustomProvider({ account: kustom, store, log }) }),
      ...(stripe && {
        stripe: createStripeProvider({ account: stripe, store, log, clock: services.clock }),
      }),
      ...(walley && createWalleyProviders({ account: walley, store, log })),
    }
  }
  return eachStore(ofStore)
}

type CarrierServices = Pick<Services, 'clock' | 'log'> & { accounts: Pick<KeptAccounts, 'carriersOf'> }

/** The carriers that a store has an account at; the others have no service points to choose from. */
export function composeCarriers({ accounts, clock, log }: CarrierServices): Carriers {
  const adapters: AdaptersOfCarriers<CarrierAdapter> = {
    postnord: onePerAccount('postnord', (account) => createPostnord(account, log)),
    bring: onePerAccount('bring', (account) => createBring(account, log)),
    DHL: onePerAccount('dhl', (account) => createDhl(account, log)),
    budbee: onePerAccount('budbee', (account) => createBudbee(account, log)),
    instabox: onePerAccount('instabee', (account) => createInstabee(account, log)),
  }
  return createCarriers((carrier, store) => adapters[carrier]?.(accounts.carriersOf(store)), clock)
}

/** The carriers that a store has a contract for booking parcels with. */
export function composeParcelCarriers({ accounts, clock, log }: CarrierServices): ParcelCarriers {
  const adapters: AdaptersOfCarriers<ParcelAdapter> = {
    postnord: onePerAccount(
      'postnord',
      ({ booking, ...account }) => booking && createPostnordParcels({ ...account, booking }, log, clock),
    ),
    bring: onePerAccount(
      'bring',
      ({ booking, ...account }) => booking && createBringParcels({ ...account, booking }, log, clock),
    ),
    DHL: onePerAccount(
      'dhl',
      ({ booking, ...account }) => booking && createDhlParcels({ ...account, booking }, log),
    ),
    budbee: onePerAccount(
      'budbee',
      ({ booking, ...account }) => booking && createBudbeeParcels({ ...account, booking }, log),
    ),
    instabox: onePerAccount('instabee', (account) => createInstabeeParcels(account, log)),
  }
  return createParcelCarriers((carrier, store) => adapters[carrier]?.(accounts.carriersOf(store)))
}

type AdaptersOfCarriers<Adapter> = Partial<
  Record<CarrierLogo, (accounts: CarrierAccounts) => Adapter | undefined>
>

/** Stores that share an account share its adapter, and so what it remembers. `create`: undefined where it has no use. */
function onePerAccount<Carrier extends CarrierAccountProvider, Adapter>(
  carrier: Carrier,
  create: (account: NonNullable<CarrierAccounts[Carrier]>) => Adapter | undefined,
) {
  const made = new WeakMap<object, Adapter | undefined>()
  return ({ [carrier]: account }: CarrierAccounts): Adapter | undefined => {
    if (!account) return undefined
    if (!made.has(account)) made.set(account, create(account))
    return made.get(account)
  }
}

/** The carriers that report deliveries by themselves. */
export function composeDeliveryEvents({
  config: { carriers },
}: {
  config: Pick<Config, 'carriers'>
}): DeliveryEvents {
  const { instabeeEvents } = carriers
  return {
    ...(instabeeEvents && { instabee: (callback) => readInstabeeEvent(instabeeEvents, callback) }),
  }
}

const fontDirectory = join(projectRoot, 'providers/invoice/fonts')

/** Renders invoices with the fonts of this installation. */
export function composeInvoiceRenderer(): RenderInvoice {
  return createInvoiceWorker(fontDirectory)
}

/** The payment methods of each store, for pages that name them. */
export function configuredProviders(
  providers: PaymentProviders,
): Record<StoreCode, readonly PaymentProviderId[]> {
  return eachStore((store) => storeProviders(providers, store))
}

function eachStore<Value>(valueOf: (store: StoreCode) => Value): Record<StoreCode, Value> {
  return Object.fromEntries(storeCodes.map((store) => [store, valueOf(store)])) as Record<StoreCode, Value>
}

/** The derived pictures of a node. `lookupSource`: the source behind a picture's key; `drawings`: NodeParts. */
export function composePictures(
  { dataDir }: Pick<Config, 'dataDir'>,
  { originals }: Pick<Services, 'originals'>,
  lookupSource: (key: string) => string | null,
  drawings: Drawings,
): PictureStore {
  return createPictureStore({ dataDir, lookupSource, originals, drawings })
}

export function composeFeeds({ dataDir }: Pick<Config, 'dataDir'>, services: Services): ProductFeeds {
  const { db, publicUrl, clock, log } = services
  return createProductFeeds({
    db,
    directory: join(dataDir, 'feeds'),
    publicUrl,
    clock,
    onFault: (error) => log.warn({ reason: String(error) }, 'a product feed could not be written'),
  })
}

/** Largest feed that staff upload, as it is sent; larger ones are imported by the CLI. */
const largestFeedBytes = 50 * 1024 * 1024

/** What the routes of the back office work with. `adminUrl`: its origin. */
export function composeAdmin(
  services: Services,
  {
    config,
    ...parts
  }: Pick<AdminServices, 'db' | 'adminUrl' | 'jobs' | 'catalogue' | 'previewProduct'> & {
    config: Pick<Config, 'smtpUrl' | 'providers' | 'dataDir'>
  },
): AdminServices {
  const isSimulated = simulatedServices(config).length > 0
  const sendsMail = config.smtpUrl !== undefined
  const { db, publicUrl } = services
  return {
    ...services,
    ...parts,
    products: productEditor,
    resources,
    reversals,
    sendsMail,
    isSimulated,
    uploads: createUploads({
      db,
      clock: services.clock,
      jobs: parts.jobs,
      products: productEditor,
      folder: uploadsFolder(config.dataDir),
      mostBytes: largestFeedBytes,
    }),
    exportFeed: (store) =>
      exportProducts(db, {
        format: 'tsv',
        store,
        productLink: (slug) => publicUrl + publicPaths.product(store, slug),
      }),
  }
}

export interface JobsParts {
  mailer: Mailer
  /** Prices the renewals of subscriptions and the notices of a lower price; without it this process does neither. */
  catalogue?: CartProducts
  /** Pictures of products in mails about orders, with `catalogue`; without it they show none. */
  pictures?: Pick<PictureStore, 'get'>
  mailTally?: MailTally
  /** The node's folder, in which the files of imports are written; by default the system's for temporary files. */
  dataDir?: string
  /** Records a database outage; true: nothing more needs to be logged about it. */
  noteOutage?: (error: unknown, where: string) => boolean
}

/** The job queue with its workers, not yet started. */
export function composeJobs(services: Services, parts: JobsParts): Jobs {
  const { mailer, mailTally = createMailTally(), catalogue, pictures, noteOutage } = parts
  return createJobs({
    ...services,
    products: productEditor,
    runImport: createImportRunner(parts.dataDir === undefined ? tmpdir() : uploadsFolder(parts.dataDir)),
    mailer,
    mailTally,
    ...(catalogue && { catalogue, renewals: { ...services, catalogue } }),
    ...(catalogue && pictures && { orderPictures: createOrderPictures(catalogue, pictures) }),
    ...(noteOutage && { noteOutage }),
  })
}

/** SMTP where it is configured, otherwise files in DATA_DIR/outbox. `close` closes its connections. */
export function composeMailer({ smtpUrl, dkim, dataDir }: Pick<Config, 'smtpUrl' | 'dkim' | 'dataDir'>): {
  mailer: Mailer
  close: () => void
} {
  if (smtpUrl === undefined) return { mailer: createOutbox(join(dataDir, 'outbox')), close: () => {} }
  const mailer = createSmtpMailer(smtpUrl, dkim)
  return { mailer, close: () => mailer.close() }
}
