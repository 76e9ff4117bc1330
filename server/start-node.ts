/**
 * Brings up a node: database, schema, demo catalogue on a first run, index, jobs, then the doors; and takes it
 * down in the opposite order, letting the requests that were let in be answered.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import pino, { type Logger } from 'pino'
import type { ServerBuild } from 'react-router'
import type { Session } from '../domain/accounts/account.ts'
import { readOrder } from '../domain/accounts/read-order.server.ts'
import { createProductFeeds, type ProductFeeds } from '../domain/being-found/product-feeds.server.ts'
import { openCatalogueIndex } from '../domain/catalogue/catalogue-index.server.ts'
import { loadDemoCatalogue } from '../domain/catalogue/import/load-demo-catalogue.server.ts'
import { loadDemoCoupons } from '../domain/coupons/load-demo-coupons.server.ts'
import { loadDemoDevices } from '../domain/finder/load-demo-devices.server.ts'
import { openContent } from '../domain/content/content-store.server.ts'
import { imageTypes } from '../domain/catalogue/image-type.ts'
import { createCouponBook } from '../domain/coupons/sync-coupons.server.ts'
import { findReceipt, type OrderWithRefunds } from '../domain/orders/refund-repository.server.ts'
import { readReturns } from '../domain/returns/register-return.server.ts'
import { findReturnByToken } from '../domain/returns/return-repository.server.ts'
import { createPictureOriginals } from '../domain/pictures/picture-originals.server.ts'
import { createPictureStore, type PictureStore } from '../domain/pictures/picture-store.server.ts'
import { createKeyring } from '../domain/keys/keyring.server.ts'
import { ownProviders } from '../api/checkout-services.ts'
import { createSessionReader } from '../api/sessions.ts'
import { createDemoVehicleRegistry } from '../providers/vehicle-registry/demo-vehicle-registry.ts'
import { createOutbox, createSmtpMailer, type Mailer } from '../providers/mail/mailer.ts'
import { startSimulator } from '../providers/simulator/simulator.ts'
import { announceStart } from './announce-start.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { openDataDir } from './data-dir.ts'
import { createDatabase, type Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts'
import { createJobs, type Jobs, type JobsOptions } from './jobs/jobs.ts'
import { createMailTally } from './jobs/watch-mailer.ts'
import { createFreshness } from './freshness.ts'
import { prepareDatabase } from './prepare-database.ts'
import { explainListening, requireDatabase, requirePort } from './start-conditions.ts'
import { createPageCache, type PageCache } from './page-cache.ts'

/** Memory for stored pages, bytes reckoned; with its tags a page really takes more. */
const pageCacheBytes = 24 * 1024 * 1024

/** A stored page is rendered anew after this long even if nothing told of a change. */
const pageMaxAgeMs = 60 * 60 * 1000

/** How long requests under way may take once the node was told to stop. */
const drainMs = 10_000

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
  const undo: (() => Promise<void>)[] = []
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

async function open(config: Config, build: ServerBuild, log: Logger, undo: (() => Promise<void>)[]) {
  const { step, opened } = announceStart(log)
  const { url: databaseUrl, ownerUrl } = await step(
    'Database',
    () => (config.databaseUrl === undefined ? embedded(config, log, undo) : requireOwnDatabase(config)),
    () => (config.databaseUrl === undefined ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'),
  )
  await step(
    'Schema',
    () => prepareDatabase({ url: databaseUrl, ownerUrl, log }),
    ({ length }) => (length === 0 ? 'up to date' : `${length} migrations applied`),
  )
  const db = createDatabase(databaseUrl, { log })
  undo.push(() => db.destroy())
  if (config.demo) await step('Demo catalogue', () => loadDemo(db), ({ read }) => (read === 0 ? 'not needed' : `${read} records`)) // prettier-ignore
  const cache = createPageCache({ maxBytes: pageCacheBytes, maxAgeMs: pageMaxAgeMs })
  const reading = await step(
    'Catalogue',
    () => openCatalogue(config, databaseUrl, db, cache, log, undo),
    ({ catalogue }) => `${Object.values(catalogue.size()).reduce((a, b) => a + b, 0)} offers in four stores`,
  )
  const keys = createKeyring([config.secret, ...config.previousSecrets])
  const mailTally = createMailTally()
  const jobs = await startJobs(config, { db, log, keys, mailTally }, undo)
  if (config.databaseUrl === undefined) undo.push(await startSimulator(config.simulatorPort))

  const { catalogue, content } = reading
  const sessions = createSessionReader({ db, clock: Date.now, publicUrl: config.publicUrl })
  const pages = {
    build,
    catalogue,
    content,
    cache,
    publicUrl: config.publicUrl,
    settings: config.browserSettings,
    clock: Date.now,
    sessions,
    ...orderReaders(db),
    vehicles: createDemoVehicleRegistry(),
  }
  const pictures = createPictureStore({
    dataDir: config.dataDir,
    lookupSource: (key) => catalogue.pictureSource(key),
    originals: createPictureOriginals(db),
  })
  const app = await buildApp({
    db, log, catalogue, content, pictures, jobs, sessions, feeds: productFeeds(config, db, log),
    coupons: createCouponBook(db, keys, { memoryMs: 1_000 }), mailTally,
    clock: Date.now, publicUrl: config.publicUrl, keys, trustedProxies: config.trustedProxies,
    pages,
    catalogueReady: () => true,
    pingDatabase: async () => void (await sql`select 1`.execute(db)),
  }) // prettier-ignore
  undo.push(() => closeWithin(app, drainMs))
  const address = await app.listen({ port: config.port, host: config.host }).catch(explainListening(config))
  opened(config.publicUrl)
  undo.push(drawAhead(db, pictures, log))
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

async function startJobs(
  config: Config,
  services: Pick<JobsOptions, 'db' | 'log' | 'keys' | 'mailTally'>,
  undo: (() => Promise<void>)[],
): Promise<Jobs> {
  const jobs = createJobs({
    ...services,
    mailer: openMailer(config, undo),
    publicUrl: config.publicUrl,
    providers: ownProviders({ db: services.db, clock: Date.now }),
    clock: Date.now,
  })
  await jobs.start()
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

async function embedded(config: Config, log: Logger, undo: (() => Promise<void>)[]) {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  undo.push(() => postgres.stop())
  return { url: postgres.servingUrl, ownerUrl: postgres.ownerUrl }
}

/** The PostgreSQL of DATABASE_URL and, where it is given, of DATABASE_OWNER_URL. */
async function requireOwnDatabase({ databaseUrl = '', databaseOwnerUrl }: Config) {
  await requireDatabase(databaseUrl, 'DATABASE_URL')
  if (databaseOwnerUrl !== undefined) await requireDatabase(databaseOwnerUrl, 'DATABASE_OWNER_URL')
  return { url: databaseUrl, ownerUrl: databaseOwnerUrl }
}

/** Index, content and page cache, joined: a change reaches the readers first, then drops the pages that show it. */
async function openCatalogue(
  config: Config,
  databaseUrl: string,
  db: Database,
  cache: PageCache,
  log: Logger,
  undo: (() => Promise<void>)[],
) {
  const store = await openContent(db)
  const freshness = createFreshness({ content: store, cache, log })
  const index = openCatalogueIndex({
    dataDir: config.dataDir,
    databaseUrl,
    log,
    onChange: freshness.tell,
    searchThreads: config.searchThreads,
  })
  undo.push(async () => {
    freshness.close()
    await index.close()
  })
  // An old file is served at once and catches up; only a node that has none waits for its first.
  if (Object.values(index.catalogue.size()).every((offers) => offers === 0)) await index.ready
  else
    index.ready.catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'the catalogue index is behind'),
    )
  return { catalogue: index.catalogue, content: store.content }
}

async function closeWithin(
  app: { close(): Promise<unknown>; server: { closeAllConnections(): void } },
  ms: number,
) {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close()
  clearTimeout(timer)
}

/** Structured logs; nothing that names a person or opens a door is ever written. */
function createLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    redact: {
      // PostgreSQL quotes whole rows in the detail of an error.
      paths: ['req.headers', 'email', 'phone', 'address', 'secret', 'token', 'err.detail', 'err.where'],
      remove: true,
    },
    serializers: {
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split('?', 1)[0],
      }),
    },
  })
}
