/**
 * The composition root: the only place that chooses which services a process of the shop runs with. Server, jobs, the
 * operator's tool, tests and benchmarks build them here from the configuration; nothing defaults to a fake.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FeedUploads } from '../domain/catalogue/feed-upload.ts'
import type { JobQueue } from '../domain/jobs/job-queue.ts'
import type { FastifyRequest } from 'fastify'
import type { AdminServices } from '../api/admin/admin-services.ts'
import { accountIdOf, createSessionReader, type SessionReader } from '../api/sessions.ts'
import type { RenderingOptimisation } from '../app/shop-context.ts'
import { productEditor } from '../catalogue-import/edit-product.server.ts'
import { exportProducts } from '../catalogue-import/export-products.server.ts'
import { missingTranslations } from '../catalogue-import/missing-translations.server.ts'
import { importMappings } from '../catalogue-import/import-mappings.server.ts'
import { createUploads } from '../catalogue-import/import-upload.server.ts'
import { isImportRunning } from '../catalogue-import/write-catalogue.server.ts'
import { createImportRunner } from '../catalogue-import/run-import-job.server.ts'
import { shopTableCheck } from '../shop-import/check-shop-table.server.ts'
import { createShopTableRunner } from '../shop-import/run-shop-table-job.server.ts'
import { createProductFeeds, writtenFeeds } from '../catalogue-import/product-feeds.server.ts'
import { customerDiscounts } from '../domain/accounts/account-repository.server.ts'
import {
  createClientErrorCollector,
  type ClientErrorCollector,
} from '../domain/client-errors/client-error-collector.server.ts'
import { createStockReader, type ReadStockNeeds } from '../domain/cart/cart-stock.server.ts'
import type { CartProducts } from '../domain/catalogue/cart-product.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { CustomerDiscounts } from '../domain/coupons/coupon-line.ts'
import { onModuleKindFault } from '../domain/coupons/module-kind.ts'
import { createCouponBook, type CouponBook } from '../domain/coupons/coupon-book.server.ts'
import type { VehicleRegistry } from '../domain/devices/vehicle-registry.ts'
import { createKeyring, type Keyring } from '../domain/keys/keyring.server.ts'
import { moduleFaultLog } from '../domain/log/module-fault-log.ts'
import { mailLimits, type MailLimits } from '../domain/mail/mail-limits.ts'
import { publicWeb, type WebAccess } from '../domain/network/checked-request.server.ts'
import type { PaymentProviderId } from '../domain/payment-methods/payment-provider-id.ts'
import { publicPaths } from '../domain/stores/paths.ts'
import type { CarrierId } from '../domain/stores/store.ts'
import { storeCodes, type StoreCode } from '../domain/stores/stores.ts'
import { storeProviders } from '../domain/payments/offered-providers.ts'
import type { PaymentProviders, StoreProviders } from '../domain/payments/payment-provider.ts'
import type { ProviderAccounts } from '../domain/provider-accounts/provider-accounts.ts'
import {
  accountOfCarrier,
  type CarrierAccountProvider,
} from '../domain/provider-accounts/account-provider.ts'
import { createPictureDownloader, type DownloadPicture } from '../domain/pictures/download-picture.server.ts'
import { createPictureOriginals, type PictureOriginals } from '../domain/pictures/picture-originals.server.ts'
import { createPictureFolder, type PictureFiles } from '../domain/pictures/picture-files.server.ts'
import { createPictureStore, type PictureStore } from '../domain/pictures/picture-store.server.ts'
import { createSecurityLog, type SecurityLog } from '../domain/security/security-log.server.ts'
import type { ProductFeeds } from '../domain/seo/product-feeds.ts'
import { countArchivedTables, createArchiveRunner } from './jobs/run-archive-job.ts'
import { shopOffers } from '../domain/seo/shop-offers.server.ts'
import type { RenderInvoice } from '../domain/invoices/invoice-document.ts'
import type { RenderParcelNote } from '../domain/parcels/parcel-note.ts'
import type { DeliveryEvents } from '../domain/shipping/delivery-event.ts'
import type { ParcelCarriers } from '../domain/shipping/parcel-booking.ts'
import type { Carriers } from '../domain/shipping/service-point.ts'
import { orderLimits, type LimitsOfStores } from '../domain/checkout/order-limits.ts'
import { createCarriers } from '../providers/carriers/carriers.ts'
import { createParcelCarriers } from '../providers/carriers/parcels.ts'
import { createInvoiceWorker } from '../providers/invoice/render-invoice.ts'
import { createParcelNoteWorker } from '../providers/parcel-note/render-parcel-note.ts'
import { createInvoiceProvider } from '../providers/invoice/invoice-provider.ts'
import { faultOf } from '../providers/mail/mail-failure.ts'
import { createOutbox, createSmtpMailer, type Mailer } from '../providers/mail/mailer.ts'
import { createDemoVehicleRegistry } from '../sandbox/vehicle-registry/demo-vehicle-registry.ts'
import { createVehicleRegistry } from '../providers/vehicle-registry/vehicle-registers.ts'
import { noVehicleRegistry } from '../providers/vehicle-registry/no-vehicle-registry.ts'
import { createVatNumberRegisters } from '../providers/vat-number/vat-number-registers.ts'
import {
  createSearchMissCollector,
  type SearchMissCollector,
} from '../domain/search/search-miss-collector.server.ts'
import type { RegisterUrls, VatNumberRegisters } from '../domain/vat-numbers/vat-number-registers.ts'
import type { Config } from './config.ts'
import { countModuleFaults } from './count-module-faults.ts'
import { projectRoot } from './project-root.ts'
import { resources } from './resources.ts'
import { searchParts, staffParts } from './staff-parts.ts'
import { reversals } from './reversals.ts'
import { uploadsFolder } from './tidy-uploads.ts'
import { booksAnyParcels } from './carrier-settings.ts'
import { manifests } from './module-manifests.ts'
import type { Carrier, CarrierSettings } from '../sdk/carrier.ts'
import type { ModuleManifest } from '../sdk/module.ts'
import { picturesOf } from '../sdk/outside/stored-pictures.ts'
import { mailerOf } from '../sdk/outside/transport-mailer.ts'
import type { PaymentAccount } from '../sdk/payment-account.ts'
import type { PaymentAccounts } from './payment-settings.ts'
import { keepProviderAccounts, type KeptAccounts } from './provider-accounts.ts'
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
    | 'payments'
    | 'callbackKeys'
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
  /** Which addresses webhooks are sent to. */
  webAccess?: WebAccess
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
  webAccess: WebAccess
}

export function composeServices(foundation: Foundation): Services {
  const { config, db, clock, replace = {} } = foundation
  const clientErrors = createClientErrorCollector({ db, log: foundation.log, clock })
  const log = countModuleFaults(foundation.log, clientErrors)
  const { publicUrl } = config
  const keys = createKeyring([config.secret, ...config.previousSecrets])
  const security = createSecurityLog({ log, keys })
  onModuleKindFault(moduleFaultLog({ log, clock }))
  const sessions = createSessionReader({ db, security, clock, publicUrl })
  const isSimulated = config.providers === 'simulator'
  const build = (accounts: PaymentAccounts) => composePaymentProviders({ accounts, db, clock, log })
  const providers = build(config.payments)
  const accounts = keepProviderAccounts({ db, keys }, { config, providers, build })
  return {
    db,
    log,
    clock,
    publicUrl,
    keys,
    security,
    clientErrors,
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
    deliveryEvents: composeDeliveryEvents({ config, log }),
    parcels: composeParcelCarriers({ accounts, clock, log }),
    vatNumbers: composeVatRegisters(config.vatRegisters, log),
    vehicles: composeVehicles(isSimulated ? createDemoVehicleRegistry() : noVehicleRegistry, { log, clock }),
    originals: createPictureOriginals(db),
    orderLimits: replace.orderLimits ?? orderLimits,
    mailLimits: replace.mailLimits ?? mailLimits,
    downloadPicture: replace.downloadPicture ?? createPictureDownloader(),
    webAccess: replace.webAccess ?? publicWeb,
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
  accounts,
  log,
  ...services
}: Pick<Services, 'db' | 'clock' | 'log'> & { accounts: PaymentAccounts }): PaymentProviders {
  const own = {
    invoice: createInvoiceProvider(services, 'invoice'),
    none: createInvoiceProvider(services, 'none'),
  }
  return eachStore((store): StoreProviders => {
    const opened = Object.entries(accounts).flatMap(([name, { [store]: settings }]) => {
      const account = paymentAccountsOfModules.get(name)
      return settings && account ? [account.open(settings, { store, log, clock: services.clock })] : []
    })
    return Object.assign({ ...own }, ...opened) as StoreProviders
  })
}

/** What modules do with accounts at payment providers, by the name of the account. */
const paymentAccountsOfModules: ReadonlyMap<string, PaymentAccount> = new Map(
  [...manifests.values()].flatMap(({ paymentAccounts = {} }) => Object.entries(paymentAccounts)),
)

/** Enters the shop's address at the simulated providers, where a person would enter it in a dashboard. */
export async function connectSimulators(
  { payments, publicUrl }: Pick<Config, 'payments' | 'publicUrl'>,
  log: ServiceLog,
): Promise<void> {
  for (const [name, accounts] of Object.entries(payments))
    await Promise.all(
      storeCodes.map(async (store) => {
        const { [store]: settings } = accounts
        if (settings)
          await paymentAccountsOfModules.get(name)?.connectSimulator?.(settings, { store, publicUrl, log })
      }),
    )
}

/** The registers of VAT numbers that modules know; null: none is asked. */
export function composeVatRegisters(urls: RegisterUrls | null, log: ServiceLog): VatNumberRegisters {
  const openers = [...manifests.values()].flatMap(({ vatRegisters = {} }) => Object.entries(vatRegisters))
  return createVatNumberRegisters(new Map(openers), urls, log)
}

/** The registers of vehicles that modules bring; `otherwise`: of other countries. */
function composeVehicles(
  otherwise: VehicleRegistry,
  services: Pick<Foundation, 'log' | 'clock'>,
): VehicleRegistry {
  const registers = [...manifests.values()].flatMap(
    ({ vehicleRegister }) => vehicleRegister?.(services) ?? [],
  )
  return registers.length === 0 ? otherwise : createVehicleRegistry(registers, otherwise)
}

type ComposedCarriers = Pick<Services, 'clock' | 'log'> & { accounts: Pick<KeptAccounts, 'carriersOf'> }

/** What modules do with accounts at carriers, by the name of the account. */
const carriersOfModules: ReadonlyMap<string, Carrier> = new Map(
  [...manifests.values()].flatMap(({ carriers = {} }) => Object.entries(carriers)),
)

/** The carriers that a store has an account at; the others have no service points to choose from. */
export function composeCarriers({ accounts, ...services }: ComposedCarriers): Carriers {
  return createCarriers(
    onePerAccount(accounts, (name, settings) =>
      carriersOfModules.get(name)?.servicePoints(settings, services),
    ),
    services.clock,
  )
}

/** The carriers that a store has a contract for booking parcels with. */
export function composeParcelCarriers({ accounts, ...services }: ComposedCarriers): ParcelCarriers {
  return createParcelCarriers(
    onePerAccount(accounts, (name, settings) =>
      booksAnyParcels(name, settings) ? carriersOfModules.get(name)?.parcels(settings, services) : undefined,
    ),
  )
}

/** Stores that share an account share its adapter, and so what it remembers. `create`: undefined where it has no use. */
function onePerAccount<Adapter>(
  { carriersOf }: Pick<KeptAccounts, 'carriersOf'>,
  create: (name: CarrierAccountProvider, settings: CarrierSettings) => Adapter | undefined,
) {
  const made = new WeakMap<CarrierSettings, Adapter | undefined>()
  return (carrier: CarrierId, store: StoreCode): Adapter | undefined => {
    const name = accountOfCarrier(carrier)
    const settings = name && carriersOf(store)[name]
    if (!name || !settings) return undefined
    if (!made.has(settings)) made.set(settings, create(name, settings))
    return made.get(settings)
  }
}

/** The carriers that report deliveries by themselves. */
export function composeDeliveryEvents({
  config,
  ...services
}: Pick<Services, 'log'> & { config: Pick<Config, 'callbackKeys'> }): DeliveryEvents {
  return new Map(
    Object.entries(config.callbackKeys).flatMap(([name, keys]) => {
      const { readDeliveryEvent } = carriersOfModules.get(name) ?? {}
      return readDeliveryEvent
        ? [[name, (callback) => readDeliveryEvent(keys, callback, services)] as const]
        : []
    }),
  )
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

/** Where derived pictures are kept: in the store of a module that is chosen, otherwise in a folder of DATA_DIR. */
export function composePictureFiles(
  { dataDir, pictureStore }: Pick<Config, 'dataDir' | 'pictureStore'>,
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  modules: ServiceModules = manifests,
): PictureFiles {
  if (pictureStore === null) return createPictureFolder(join(dataDir, 'pictures'))
  const { module, variables } = pictureStore
  const store = opened(module, 'pictureStore', modules, (open) => open({ variables, log }))
  return picturesOf(module, store, { log, clock })
}

/** The derived pictures of a node. `lookupSource`: the source behind a picture's key; `drawings`: PictureStoreOptions. */
export function composePictures(
  files: PictureFiles,
  { originals }: Pick<Services, 'originals'>,
  lookupSource: (key: string) => string | null,
  drawings: readonly string[],
): PictureStore {
  return createPictureStore({ files, lookupSource, originals, drawings })
}

type ServiceModules = ReadonlyMap<string, Pick<ModuleManifest, 'mailTransport' | 'pictureStore'>>

const functionsOf = { mailTransport: ['send'], pictureStore: ['read', 'write', 'remove'] } as const

/** Opens what a module brings. A fault, or a function that is not there, ends the start, with the name of the module. */
function opened<Name extends 'mailTransport' | 'pictureStore', Opened>(
  module: string,
  name: Name,
  modules: ServiceModules,
  use: (open: NonNullable<ModuleManifest[Name]>) => Opened,
): Opened {
  const open = modules.get(module)?.[name]
  if (!open) throw new Error(`The module ${module} has no ${name} in its manifest.`)
  let given: Opened
  try {
    given = use(open)
  } catch (error) {
    throw new Error(`The module ${module} could not open its ${name}.`, { cause: error })
  }
  const functions = (given ?? {}) as Readonly<Record<string, unknown>>
  const missing = functionsOf[name].find((each) => typeof functions[each] !== 'function')
  if (missing !== undefined)
    throw new Error(`The ${name} of the module ${module} has no function ${missing}.`)
  return given
}

/** Where a node keeps the feeds of products. */
const feedsFolder = (dataDir: string): string => join(dataDir, 'feeds')

export function composeFeeds(
  { dataDir }: Pick<Config, 'dataDir'>,
  services: Services & { catalogue: Catalogue },
): ProductFeeds {
  const { db, publicUrl, clock, log, catalogue } = services
  return createProductFeeds({
    db,
    offers: shopOffers(catalogue),
    directory: feedsFolder(dataDir),
    publicUrl,
    clock,
    onFault: (error) => log.warn({ reason: String(error) }, 'a product feed could not be written'),
  })
}

/** Largest feed that staff upload, as it is sent; larger ones are imported by the CLI. */
const largestFeedBytes = 50 * 1024 * 1024

/** The job keeps the archive in the database until it is done. */
const largestPictureArchiveBytes = 500 * 1024 * 1024

/** What the routes of the back office work with. `adminUrl`: its origin. */
export function composeAdmin(
  services: Services,
  {
    config,
    ...parts
  }: Pick<AdminServices, 'db' | 'adminUrl' | 'jobs' | 'catalogue' | 'previewProduct' | 'release'> & {
    config: Pick<Config, 'smtpUrl' | 'mailTransport' | 'providers' | 'dataDir'>
  },
): AdminServices {
  const isSimulated = simulatedServices(config).length > 0
  const sendsMail = leavesByMail(config)
  const { db, publicUrl } = services
  return {
    ...services,
    ...parts,
    products: productEditor,
    resources,
    reversals,
    staffParts,
    searchParts,
    sendsMail,
    isSimulated,
    uploads: composeUploads({ ...services, db }, { jobs: parts.jobs, folder: uploadsFolder(config.dataDir) }),
    importMappings: importMappings(services),
    countArchivedTables: (logins) => countArchivedTables(db, logins),
    writtenFeeds: () => writtenFeeds(feedsFolder(config.dataDir)),
    missingTranslations: (source, target) => missingTranslations(db, source, target),
    exportFeed: (store) =>
      exportProducts(db, {
        format: 'tsv',
        store,
        productLink: (slug) => publicUrl + publicPaths.product(store, slug),
      }),
  }
}

/** Whether mails reach people; otherwise they are files. */
export const leavesByMail = ({
  smtpUrl,
  mailTransport,
}: Pick<Config, 'smtpUrl' | 'mailTransport'>): boolean => smtpUrl !== undefined || mailTransport !== null

/** Checks of files, and the start of their imports. `folder`: where a file is while it is checked. */
const composeUploads = (
  { db, clock, publicUrl, keys }: Pick<Services, 'db' | 'clock' | 'publicUrl' | 'keys'>,
  { jobs, folder }: { jobs: JobQueue<'staff-job'>; folder: string },
): FeedUploads =>
  createUploads({
    db,
    clock,
    jobs,
    products: productEditor,
    folder,
    mostBytes: largestFeedBytes,
    mostPictureBytes: largestPictureArchiveBytes,
    checkOther: shopTableCheck({ db, clock, ownHosts: ownHosts(publicUrl), keys }),
  })

/** Hosts that redirects may name: those of the shop. */
const ownHosts = (publicUrl: string): string[] => [new URL(publicUrl).host]

export interface JobsParts {
  mailer: Mailer
  /** For jobs of modules: prices the orders that they place and the notices of a lower price; without it they do neither. */
  catalogue?: CartProducts
  /** Pictures of products in mails about orders, with `catalogue`; without it they show none. */
  pictures?: Pick<PictureStore, 'get'>
  /** Where derived pictures are kept: those of deleted photos are removed where all nodes share them. */
  pictureFiles?: PictureFiles
  mailTally?: MailTally
  /** The node's folder, in which the files of imports are written; by default the system's for temporary files. */
  dataDir?: string
  /** Records a database outage; true: nothing more needs to be logged about it. */
  noteOutage?: (error: unknown, where: string) => boolean
}

/** The job queue with its workers, not yet started. */
export function composeJobs(services: Services, parts: JobsParts): Jobs {
  const { mailer, mailTally = createMailTally(), catalogue, pictures, pictureFiles, noteOutage } = parts
  const removePicture = pictureFiles?.remove
  const parent = parts.dataDir === undefined ? tmpdir() : uploadsFolder(parts.dataDir)
  const jobs: Jobs = createJobs({
    ...services,
    products: productEditor,
    imports: {
      // Jobs are enqueued by the queue that is composed here.
      start: (actor, upload) => uploads.start(actor, upload),
      isRunning: () => isImportRunning(services.db),
      mapping: importMappings(services).find,
    },
    runImport: createShopTableRunner(
      { parent, ownHosts: ownHosts(services.publicUrl), keys: services.keys },
      createImportRunner(parent),
    ),
    mailer,
    mailTally,
    runArchive: createArchiveRunner({ keys: services.keys, parent }),
    ...(catalogue && { catalogue, ordering: { ...services, catalogue } }),
    ...(catalogue && pictures && { orderPictures: createOrderPictures(catalogue, pictures) }),
    ...(removePicture && { removePicture }),
    ...(noteOutage && { noteOutage }),
  })
  const uploads = composeUploads(services, { jobs, folder: parent })
  return jobs
}

/**
 * The transport of a module that is chosen, also beside SMTP, which a node of the release before uses; SMTP where it is
 * configured; otherwise files in DATA_DIR/outbox. `close` closes its connections and never throws.
 */
export function composeMailer(
  { smtpUrl, mailTransport, dkim, dataDir }: Pick<Config, 'smtpUrl' | 'mailTransport' | 'dkim' | 'dataDir'>,
  { log, clock }: Pick<Services, 'log' | 'clock'>,
  modules: ServiceModules = manifests,
): {
  mailer: Mailer
  close: () => void
} {
  if (mailTransport !== null) {
    const { module, variables } = mailTransport
    const transport = opened(module, 'mailTransport', modules, (open) => open({ variables, log, clock }))
    if (smtpUrl !== undefined) log.info({ module }, 'mails leave by MAIL_TRANSPORT; SMTP_URL is not used')
    const close = async () => {
      try {
        await transport.close?.()
      } catch (error) {
        log.warn({ module, ...faultOf(error) }, 'the mail transport of a module could not be closed')
      }
    }
    return { mailer: mailerOf(module, transport, { log, dkim }), close: () => void close() }
  }
  if (smtpUrl === undefined) return { mailer: createOutbox(join(dataDir, 'outbox')), close: () => {} }
  const mailer = createSmtpMailer(smtpUrl, dkim)
  return { mailer, close: () => mailer.close() }
}
