/**
 * Brings up a node: database, schema, demo catalogue on a first run, index, jobs, then the doors; and takes it
 * down in the opposite order, letting the requests that were let in be answered.
 */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ServerBuild } from 'react-router'
import { createProductFeeds } from '../catalogue-import/product-feeds.server.ts'
import type { ProductFeeds } from '../domain/seo/product-feeds.ts'
import { loadDemoCatalogue } from '../demo/load-demo-catalogue.server.ts'
import { loadDemoCoupons } from '../demo/load-demo-coupons.server.ts'
import { loadDemoDevices } from '../demo/load-demo-devices.server.ts'
import { createCouponBook } from '../domain/coupons/sync-coupons.server.ts'
import { createPictureOriginals } from '../domain/pictures/picture-originals.server.ts'
import { drawings } from '../demo/drawings/draw-picture.ts'
import { createPictureStore } from '../domain/pictures/picture-store.server.ts'
import { createKeyring, type Keyring } from '../domain/keys/keyring.server.ts'
import { configuredPaymentProviders } from '../api/checkout-services.ts'
import { createSessionReader } from '../api/sessions.ts'
import { createSecurityLog } from '../domain/security/security-log.server.ts'
import { createDemoVehicleRegistry } from '../providers/vehicle-registry/demo-vehicle-registry.ts'
import { startSimulator } from '../providers/simulator/simulator.ts'
import { announceStart, type StartAnnouncer } from './announce-start.ts'
import { buildApp, type AppServices } from './app.ts'
import type { Config } from './config.ts'
import { openDataDir } from './data-dir.ts'
import { drawAhead } from './draw-ahead.ts'
import { createLog } from './create-log.ts'
import { poolStatus, type Database } from './database/database.ts'
import type { Jobs } from './jobs/jobs.ts'
import { createMailTally } from './jobs/watch-mailer.ts'
import { openCatalogue, type OpenCatalogue } from './open-catalogue.ts'
import { openJobs } from './open-jobs.ts'
import {
  openDatabase,
  requireOwnDatabase,
  retryUntilDone,
  type ShopDatabase,
} from './database/open-database.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { buildOperationsApp } from './operations-listener.ts'
import { prepareDatabase } from './database/prepare-database.ts'
import { explainListening, requirePort } from './start-conditions.ts'
import { keepPublicUrl } from './node-setting.ts'
import { orderReaders } from './order-readers.ts'
import { createPageCache, type PageCache } from './rendering/page-cache.ts'

/** Memory for stored pages, bytes reckoned; with its tags a page really takes more. */
const pageCacheBytes = 24 * 1024 * 1024

/** A stored page is rendered anew after this long even if nothing told of a change. */
const pageMaxAgeMs = 60 * 60 * 1000

/** Pause between looks for a database that was away when the node started. */
const databaseRetryMs = 1000

/** How long requests under way may take once the node was told to stop. */
const drainMs = 10_000

/** How to take down what was started, in the order of starting. */
type Undo = (() => Promise<void>)[]

export interface RunningNode {
  /** Address it listens on. */
  address: string
  stop(): Promise<void>
}

/** What a node is made of besides its configuration; tests replace the stores' own limits. */
export type NodeParts = { build: ServerBuild } & Pick<AppServices, 'orderLimits' | 'mailLimits'>

/**
 * Starts everything; whatever was started is stopped again when a later step fails, or when `signal` says that
 * nobody wants the node any more: an index that waits for its database must not keep the process alive.
 */
export async function startNode(config: Config, parts: NodeParts, signal: AbortSignal): Promise<RunningNode> {
  const log = createLog(config)
  const undo: Undo = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    openDataDir(config.dataDir)
    await requirePort(config)
    const given = open(config, parts, log, undo)
    const address = await Promise.race([given, aborted(signal)])
    return { address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Rejects when the signal fires. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const refuse = () => reject(new Error('the start was called off'))
    if (signal.aborted) refuse()
    else signal.addEventListener('abort', refuse, { once: true })
  })
}

async function open(config: Config, parts: NodeParts, log: Logger, undo: Undo) {
  const announcer = announceStart(log)
  const database = await announcer.step(
    'Database',
    () => openDatabase(config, log, undo),
    ({ isAway }) => (isAway ? 'away; pages are served, orders wait for it' : nameOfDatabase(config)),
  )
  if (!database.isAway) await prepare(config, database, log, announcer)
  const keys = createKeyring([config.secret, ...config.previousSecrets])
  const mailTally = createMailTally()
  const { mailLimits } = parts
  const jobs = openJobs(config, database, { log, keys, mailTally, ...(mailLimits && { mailLimits }) }, undo)
  const takeOrders = async () => {
    await jobs.start({ work: config.roles.jobs })
    database.open()
    await keepPublicUrl(database.db, config.publicUrl, log)
  }
  const cache = createPageCache({ maxBytes: pageCacheBytes, maxAgeMs: pageMaxAgeMs })
  const reading = config.roles.web
    ? await announcer.step(
        'Catalogue',
        () => openCatalogue(config, database, cache, log, undo),
        ({ catalogue }) =>
          `${Object.values(catalogue.size()).reduce((a, b) => a + b, 0)} offers in four stores`,
      )
    : null
  if (!database.isAway) await takeOrders()
  if (config.databaseUrl === undefined) undo.push(await startSimulator(config.simulatorPort))
  const metrics = createMetrics({
    cache,
    mails: mailTally,
    pool: () => poolStatus(database.db),
    ...(reading && { index: reading.progress }),
    probe: database.figures,
    onFault: (error) => log.warn({ reason: String(error) }, 'a figure for the metrics could not be read'),
  })
  const operations = { config, log, undo, database, metrics }
  if (config.metricsPort !== undefined) await serveOperations(operations, config.metricsPort, 'METRICS_PORT')
  const address = reading
    ? await serve({ ...operations, parts, keys, jobs, cache, reading })
    : await serveOperations(operations, config.port, 'PORT')
  announcer.opened(config.publicUrl)
  if (reading && database.isAway) {
    const catchUp = async () => {
      await requireOwnDatabase(config)
      await prepare(config, database, log, announcer)
      await reading.refreshContent()
      cache.clear()
      await takeOrders()
      log.info('the database has come: the shop takes orders')
    }
    undo.push(retryUntilDone(catchUp, { log, pauseMs: databaseRetryMs }))
  }
  return address
}

const nameOfDatabase = ({ databaseUrl }: Config) =>
  databaseUrl === undefined ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'

/** Schema, job queue and grants; the demo where it is wanted. */
async function prepare(config: Config, database: ShopDatabase, log: Logger, { step }: StartAnnouncer) {
  const { url, ownerUrl, db } = database
  await step(
    'Schema',
    () => prepareDatabase({ url, ownerUrl, log }),
    ({ length }) => (length === 0 ? 'up to date' : `${length} migrations applied`),
  )
  if (!config.demo) return
  await step(
    'Demo catalogue',
    () => loadDemo(db),
    ({ read }) => (read === 0 ? 'not needed' : `${read} records`),
  )
}

interface Operations {
  config: Config
  log: Logger
  undo: Undo
  database: ShopDatabase
  metrics: Metrics
}

/** Opens a listener with metrics and readiness alone; answers its address. */
async function serveOperations(
  { config: { host }, log, undo, database, metrics }: Operations,
  port: number,
  variable: string,
): Promise<string> {
  const app = buildOperationsApp(metrics, readinessOf(database), log)
  undo.push(() => closeWithin(app, drainMs))
  return app.listen({ port, host }).catch(explainListening({ host, port, variable }))
}

const readinessOf = (database: ShopDatabase) => ({
  catalogueReady: () => true,
  pingDatabase: () => database.ping(),
})

interface Parts extends Operations {
  parts: NodeParts
  keys: Keyring
  jobs: Jobs
  cache: PageCache
  reading: OpenCatalogue
}

/** Opens the doors; answers the address. */
async function serve({ config, parts, log, undo, database, metrics, keys, jobs, cache, reading }: Parts) {
  const { build, ...replacing } = parts
  const { requestDb, noteOutage } = database
  const { content } = reading
  const catalogue = metrics.timeSearches(reading.catalogue)
  const security = createSecurityLog({ log, keys })
  const sessions = createSessionReader({
    db: requestDb,
    security,
    clock: Date.now,
    publicUrl: config.publicUrl,
  })
  const pages = {
    build,
    catalogue,
    content,
    cache,
    publicUrl: config.publicUrl,
    settings: config.browserSettings,
    paymentProviders: configuredPaymentProviders({ db: requestDb, clock: Date.now }),
    clock: Date.now,
    sessions,
    ...orderReaders(requestDb),
    vehicles: createDemoVehicleRegistry(),
    noteOutage,
  }
  const pictures = createPictureStore({
    dataDir: config.dataDir,
    lookupSource: (key) => catalogue.pictureSource(key),
    originals: createPictureOriginals(requestDb),
    drawings,
  })
  const app = await buildApp({
    db: requestDb, log, security, catalogue, content, pictures, jobs, sessions,
    feeds: productFeeds(config, requestDb, log),
    coupons: createCouponBook(requestDb, keys, { memoryMs: 1_000 }), metrics,
    hasMetricsListener: config.metricsPort !== undefined,
    clock: Date.now, publicUrl: config.publicUrl, keys, trustedProxies: config.trustedProxies,
    pages,
    noteOutage,
    ...replacing,
    ...readinessOf(database),
  }) // prettier-ignore
  undo.push(() => closeWithin(app, drainMs))
  const address = await app.listen({ port: config.port, host: config.host }).catch(explainListening(config))
  undo.push(drawAhead(requestDb, pictures, log))
  return address
}

function productFeeds(config: Config, db: Database, log: Logger): ProductFeeds {
  return createProductFeeds({
    db,
    directory: join(config.dataDir, 'feeds'),
    publicUrl: config.publicUrl,
    clock: Date.now,
    onFault: (error) => log.warn({ reason: String(error) }, 'a product feed could not be written anew'),
  })
}

/** A shop without any product becomes the demo. */
async function loadDemo(db: Database) {
  const summary = await loadDemoCatalogue(db, new Date(), { onlyIfEmpty: true })
  if (summary.read > 0) await loadDemoDevices(db, new Date())
  // Codes are money: only a shop that has just become the demo gives the demo's away.
  if (summary.read > 0) await loadDemoCoupons(db, new Date())
  return summary
}

async function closeWithin(
  app: { close(): Promise<unknown>; server: { closeAllConnections(): void } },
  ms: number,
) {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close()
  clearTimeout(timer)
}
