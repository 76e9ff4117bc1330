/**
 * Brings up a node: database, schema, demo catalogue on a first run, index, jobs, then the doors; and takes it
 * down in the opposite order, letting the requests that were let in be answered.
 */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { ServerBuild } from 'react-router'
import type { Session } from '../domain/accounts/account.ts'
import { readOrder } from '../domain/accounts/read-order.server.ts'
import { createProductFeeds, type ProductFeeds } from '../domain/being-found/product-feeds.server.ts'
import { loadDemoCatalogue } from '../domain/catalogue/import/load-demo-catalogue.server.ts'
import { loadDemoCoupons } from '../domain/coupons/load-demo-coupons.server.ts'
import { loadDemoDevices } from '../domain/finder/load-demo-devices.server.ts'
import { imageTypes } from '../domain/catalogue/image-type.ts'
import { createCouponBook } from '../domain/coupons/sync-coupons.server.ts'
import { findReceipt, type OrderWithRefunds } from '../domain/orders/refund-repository.server.ts'
import { readReturns } from '../domain/returns/register-return.server.ts'
import { findReturnByToken } from '../domain/returns/return-repository.server.ts'
import { createPictureOriginals } from '../domain/pictures/picture-originals.server.ts'
import { createPictureStore, type PictureStore } from '../domain/pictures/picture-store.server.ts'
import { createKeyring, type Keyring } from '../domain/keys/keyring.server.ts'
import { configuredPaymentProviders, ownProviders } from '../api/checkout-services.ts'
import { createSessionReader } from '../api/sessions.ts'
import { createDemoVehicleRegistry } from '../providers/vehicle-registry/demo-vehicle-registry.ts'
import { createOutbox, createSmtpMailer, type Mailer } from '../providers/mail/mailer.ts'
import { startSimulator } from '../providers/simulator/simulator.ts'
import { announceStart, type StartAnnouncer } from './announce-start.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openDataDir } from './data-dir.ts'
import { createLog } from './create-log.ts'
import type { Database } from './database.ts'
import { createJobs, type Jobs, type JobsOptions } from './jobs/jobs.ts'
import { createMailTally, type MailTally } from './jobs/watch-mailer.ts'
import { openCatalogue, type OpenCatalogue } from './open-catalogue.ts'
import { openDatabase, requireOwnDatabase, retryUntilDone, type ShopDatabase } from './open-database.ts'
import { prepareDatabase } from './prepare-database.ts'
import { explainListening, requirePort } from './start-conditions.ts'
import { createPageCache, type PageCache } from './page-cache.ts'

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

/**
 * Starts everything; whatever was started is stopped again when a later step fails, or when `signal` says that
 * nobody wants the node any more: an index that waits for its database must not keep the process alive.
 */
export async function startNode(
  config: Config,
  build: ServerBuild,
  signal: AbortSignal,
): Promise<RunningNode> {
  const log = createLog(config)
  const undo: Undo = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    openDataDir(config.dataDir)
    await requirePort(config)
    const given = open(config, build, log, undo)
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

async function open(config: Config, build: ServerBuild, log: Logger, undo: Undo) {
  const announcer = announceStart(log)
  const database = await announcer.step(
    'Database',
    () => openDatabase(config, log, undo),
    ({ isAway }) => (isAway ? 'away; pages are served, orders wait for it' : nameOfDatabase(config)),
  )
  if (!database.isAway) await prepare(config, database, log, announcer)
  const keys = createKeyring([config.secret, ...config.previousSecrets])
  const mailTally = createMailTally()
  const jobs = openJobs(config, database, { log, keys, mailTally }, undo)
  const takeOrders = async () => {
    await jobs.start()
    database.open()
  }
  const cache = createPageCache({ maxBytes: pageCacheBytes, maxAgeMs: pageMaxAgeMs })
  const reading = await announcer.step(
    'Catalogue',
    () => openCatalogue(config, database, cache, log, undo),
    ({ catalogue }) => `${Object.values(catalogue.size()).reduce((a, b) => a + b, 0)} offers in four stores`,
  )
  if (!database.isAway) await takeOrders()
  if (config.databaseUrl === undefined) undo.push(await startSimulator(config.simulatorPort))
  const address = await serve({ config, build, log, undo, database, keys, jobs, mailTally, cache, reading })
  announcer.opened(config.publicUrl)
  if (database.isAway) {
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

interface Parts {
  config: Config
  build: ServerBuild
  log: Logger
  undo: Undo
  database: ShopDatabase
  keys: Keyring
  jobs: Jobs
  mailTally: MailTally
  cache: PageCache
  reading: OpenCatalogue
}

/** Opens the doors; answers the address. */
async function serve({ config, build, log, undo, database, keys, jobs, mailTally, cache, reading }: Parts) {
  const { requestDb, noteOutage } = database
  const { catalogue, content } = reading
  const sessions = createSessionReader({ db: requestDb, clock: Date.now, publicUrl: config.publicUrl })
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
  })
  const app = await buildApp({
    db: requestDb, log, catalogue, content, pictures, jobs, sessions, feeds: productFeeds(config, requestDb, log),
    coupons: createCouponBook(requestDb, keys, { memoryMs: 1_000 }), mailTally,
    clock: Date.now, publicUrl: config.publicUrl, keys, trustedProxies: config.trustedProxies,
    pages,
    noteOutage,
    catalogueReady: () => true,
    pingDatabase: () => database.ping(),
  }) // prettier-ignore
  undo.push(() => closeWithin(app, drainMs))
  const address = await app.listen({ port: config.port, host: config.host }).catch(explainListening(config))
  undo.push(drawAhead(requestDb, pictures, log))
  return address
}

/** How pages read orders and returns: by an access token, or by a session. */
function orderReaders(db: Database) {
  return {
    orderByToken: (token: string) => findReceipt(db, token),
    orderOf: (session: Session, number: string) => readOrder(db, session, number),
    returnsOf: (order: OrderWithRefunds) => readReturns({ db, clock: Date.now }, order),
    returnByToken: (token: string) => findReturnByToken(db, token),
  }
}

/** Draws the cards' pictures before anybody waits for them, at low priority; answers the way to end it. */
function drawAhead(db: Database, pictures: PictureStore, log: Logger): () => Promise<void> {
  const ended = new AbortController()
  const drawing = db
    .selectFrom('product_image')
    .select('source')
    .distinct()
    .where('type', '=', imageTypes.Thumb)
    .where('source', 'like', 'drawing:%')
    .execute()
    .then((rows) =>
      pictures.prepare(
        rows.map((row) => row.source),
        { widths: [320], formats: ['avif'], signal: ended.signal },
      ),
    )
    .catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'pictures are drawn when they are asked for'),
    )
  return async () => {
    ended.abort()
    await drawing
  }
}

/** The job queue, not yet started. */
function openJobs(
  config: Config,
  { db, noteOutage }: ShopDatabase,
  services: Pick<JobsOptions, 'log' | 'keys' | 'mailTally'>,
  undo: Undo,
): Jobs {
  const jobs = createJobs({
    ...services,
    db,
    mailer: openMailer(config, undo),
    publicUrl: config.publicUrl,
    providers: ownProviders({ db, clock: Date.now }),
    clock: Date.now,
    noteOutage,
  })
  undo.push(() => jobs.stop())
  return jobs
}

function openMailer(config: Config, undo: (() => Promise<void>)[]): Mailer {
  if (config.smtpUrl === undefined) return createOutbox(join(config.dataDir, 'outbox'))
  const mailer = createSmtpMailer(config.smtpUrl)
  undo.push(async () => mailer.close())
  return mailer
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
