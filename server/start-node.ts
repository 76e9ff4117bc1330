/**
 * Starts a node: database, schema, demo catalogue on a first run, index, jobs, then the listeners. Stops it
 * in the reverse order, after answering the requests that were already accepted.
 */
import { expectedCampaigns } from '../domain/catalogue/campaigns-at.server.ts'
import { passwordWork } from '../domain/accounts/password.server.ts'
import type { Logger } from 'pino'
import type { ServerBuild } from 'react-router'
import { startSimulator } from '../sandbox/simulator/simulator.ts'
import { announceStart, type StartAnnouncer } from './announce-start.ts'
import { embedHosts } from '../domain/payments/offered-providers.ts'
import { buildAdminApp } from './admin-app.ts'
import { buildApp } from './app.ts'
import { endWorkers } from '../domain/workers/worker-pool.server.ts'
import { collectWhenQuiet } from './collect-when-quiet.ts'
import {
  composeAdmin,
  composeFeeds,
  composeJobs,
  composeMailer,
  composePictureFiles,
  composePictures,
  connectSimulators,
  composeServices,
  configuredProviders,
  simulatedServices,
  type Replacements,
  type Services,
} from './compose.ts'
import type { Actor } from '../domain/audit/actor.ts'
import type { Config } from './config.ts'
import { openDataDir } from './data-dir.ts'
import type { PictureStore } from '../domain/pictures/picture-store.server.ts'
import { drawAhead } from './draw-ahead.ts'
import { createLog } from './create-log.ts'
import { poolStatus, type Database } from './database/database.ts'
import type { Jobs } from './jobs/jobs.ts'
import { createMailTally } from './jobs/watch-mailer.ts'
import { openCatalogue, type OpenCatalogue } from './open-catalogue.ts'
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
import { backOfficeLine } from './first-owner.ts'
import { keepAddresses } from './node-setting.ts'
import type { ReadServices } from '../sdk/module.ts'
import { orderReaders } from './order-readers.ts'
import { projectRoot } from './project-root.ts'
import { tidyUploads } from './tidy-uploads.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'
import { simulatedProviders } from '../sandbox/simulated-providers.ts'
import { createPageCache, type PageCache } from './rendering/page-cache.ts'
import type { PageServices } from './rendering/pages.ts'
import { demoOrderEnds } from './demo-order-ends.ts'
import type { DemoOrderEnd } from '../sdk/module.ts'
import { createProductPreview } from './rendering/product-preview.ts'

/** Memory for stored pages, estimated bytes; with its tags a page takes more. */
const pageCacheBytes = 24 * 1024 * 1024

/** Maximum age of a stored page, after which it is rendered again even if no change was reported. */
const pageMaxAgeMs = 60 * 60 * 1000

/** Pause between connection attempts to a database that was unavailable when the node started. */
const databaseRetryMs = 1000

/** How long requests in flight may take after the stop signal. */
const drainMs = 10_000

/** Longest stop of a node: it drains its listeners and ends its jobs meanwhile. Then the process is ended. */
const longestStopMs = 40_000

/** Functions that stop what was started, in the order of starting. */
type Undo = (() => Promise<void>)[]

export interface RunningNode {
  /** Address it listens on. */
  address: string
  stop(): Promise<void>
}

/** What fills an empty shop where `DEMO=1`; each throws on a fault of the demo. */
export interface Demo {
  /** Loads goods, devices and discount codes; `read`: how many records it loaded, 0 where the shop has products. */
  load(db: Database, actor: Actor, now: Date, options: { onlyIfEmpty: boolean }): Promise<{ read: number }>
  /** Folder with the sheets of drawings that its products name. */
  drawings: string
  /** Places orders where nobody has ordered; returns how many. */
  placeOrders(
    services: Services & {
      catalogue: OpenCatalogue['catalogue']
      jobs: Jobs
      ends: Readonly<Record<string, DemoOrderEnd>>
    },
    actor: Actor,
  ): Promise<number>
}

/** The parts of a node besides its configuration. */
export interface NodeParts {
  build: ServerBuild
  demo: Demo
  replace?: Replacements
  /** Draw the pictures of product cards in advance; on by default. */
  drawsAhead?: boolean
  /** Place the orders of the demo once its catalogue was loaded into an empty shop; on by default. */
  placesDemoOrders?: boolean
}

/**
 * Starts everything. What was started is stopped again when a later step fails, or when `signal` aborts: an
 * index that waits for its database must not keep the process alive.
 */
export async function startNode(config: Config, parts: NodeParts, signal: AbortSignal): Promise<RunningNode> {
  const log = createLog(config)
  const undo: Undo = []
  const watchdog = startWatchdog()
  undo.push(() => watchdog.stop())
  undo.push(async () => endWorkers())
  const stop = async () => {
    watchdog.endWithin(longestStopMs)
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    openDataDir(config.dataDir)
    await requirePort(config)
    tidyUploads(config.dataDir)
    const given = open(config, parts, { log, undo, watchdog })
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

async function open(
  config: Config,
  parts: NodeParts,
  { log, undo, watchdog }: { log: Logger; undo: Undo; watchdog: Watchdog },
) {
  const announcer = announceStart(log)
  const database = await announcer.step(
    'Database',
    () => openDatabase(config, log, undo),
    ({ isAway }) => (isAway ? 'away; pages are served, orders wait for it' : nameOfDatabase(config)),
  )
  const isNewDemo =
    !database.isAway && (await prepare(config, { database, demo: parts.demo, log, announcer }))
  const { replace } = parts
  const composed = { config, log, clock: Date.now, ...(replace && { replace }) }
  const services = composeServices({ ...composed, db: database.requestDb })
  const jobServices = composeServices({ ...composed, db: database.db })
  const refreshAccounts = async () => {
    await Promise.all(
      [services, jobServices].map(({ providerAccounts }) => providerAccounts.refresh(database.db)),
    )
  }
  const mailTally = createMailTally()
  const { mailer, close: closeMailer } = composeMailer(config, jobServices)
  undo.push(async () => closeMailer())
  const cache = createPageCache({ maxBytes: pageCacheBytes, maxAgeMs: pageMaxAgeMs })
  // Nodes that only run jobs price with it the orders that jobs of modules place.
  const reading = await announcer.step(
    'Catalogue',
    () => openCatalogue(config, database, { cache, log, undo, refreshAccounts }),
    ({ catalogue }) => {
      const sizes = Object.values(catalogue.size())
      return `${sizes.reduce((a, b) => a + b, 0)} offers in ${sizes.length} stores`
    },
  )
  const pictureFiles = composePictureFiles(config, services)
  const pictures = composePictures(pictureFiles, services, (key) => reading.catalogue.pictureSource(key), [
    parts.demo.drawings,
  ])
  const jobs = composeJobs(jobServices, {
    mailer,
    pictures,
    pictureFiles,
    mailTally,
    catalogue: reading.catalogue,
    noteOutage: database.noteOutage,
    dataDir: config.dataDir,
  })
  undo.push(() => jobs.stop())
  const takeOrders = async () => {
    await keepAddresses(
      database.db,
      { public_url: config.publicUrl, ...(config.admin && { admin_url: config.admin.url }) },
      log,
    )
    await jobs.start({ work: config.roles.jobs })
    database.open()
  }
  if (!database.isAway) await takeOrders()
  await openSimulator({ config, log, undo, announcer })
  const stopCollecting = collectWhenQuiet()
  undo.push(async () => stopCollecting())
  const metrics = createMetrics({
    cache,
    mails: mailTally,
    pool: () => poolStatus(database.db),
    passwords: passwordWork,
    index: reading.progress,
    probe: database.figures,
    onFault: (error) => log.warn({ reason: String(error) }, 'a figure for the metrics could not be read'),
  })
  const operations = { config, log, undo, database, metrics, watchdog }
  if (config.metricsPort !== undefined) await serveOperations(operations, config.metricsPort, 'METRICS_PORT')
  if (isNewDemo && config.providers === 'simulator' && (parts.placesDemoOrders ?? true))
    await announcer.step(
      'Demo orders',
      () =>
        parts.demo.placeOrders(
          { ...services, catalogue: reading.catalogue, jobs, ends: demoOrderEnds },
          demoActor,
        ),
      (placed) => (placed === 0 ? 'not needed' : `${placed} orders`),
    )
  const address = config.roles.web
    ? await serve({ ...operations, parts, services, jobs, cache, reading, pictures })
    : await serveOperations(operations, config.port, 'PORT')
  const backOffice = config.roles.web ? await backOfficeOf(config, database, log) : null
  announcer.opened(config.publicUrl, backOffice)
  if (database.isAway) {
    const catchUp = async () => {
      await requireOwnDatabase(config)
      await prepare(config, { database, demo: parts.demo, log, announcer })
      await reading.refreshContent()
      cache.clear()
      await takeOrders()
      log.info('the database is available: the shop accepts orders')
    }
    undo.push(retryUntilDone(catchUp, { log, pauseMs: databaseRetryMs }))
  }
  return address
}

/** Opens the simulator of providers and carriers where the configuration asks for it; nothing otherwise. */
async function openSimulator({
  config,
  log,
  undo,
  announcer,
}: {
  config: Config
  log: Logger
  undo: Undo
  announcer: StartAnnouncer
}): Promise<void> {
  const simulated = simulatedServices(config)
  if (simulated.length === 0) return
  const simulator = await startSimulator({
    port: config.simulatorPort,
    providers: simulatedProviders,
    root: projectRoot,
    onFault: (error) => log.warn({ err: error }, 'the simulator met a fault'),
  })
  if (simulator) undo.push(() => simulator.stop())
  else announcer.note(`SIMULATOR_PORT ${config.simulatorPort} is in use; the simulator there is used`)
  await connectSimulators(config, log)
  announcer.note(`Simulated, for trying the shop only: ${simulated.join(', ')} (PROVIDERS=simulator)`)
}

/**
 * What the start prints about the back office; null: there is none. The shop is open by then: a database that is lost
 * meanwhile must not end it.
 */
async function backOfficeOf(
  { admin, demo }: Config,
  { db, isAway }: ShopDatabase,
  log: Logger,
): Promise<string | null> {
  if (admin === null || isAway) return admin?.url ?? null
  try {
    return await backOfficeLine({ db, adminUrl: admin.url, demo }, demoActor)
  } catch (error) {
    log.warn({ err: error }, 'who can sign in to the back office could not be read')
    return admin.url
  }
}

const nameOfDatabase = ({ databaseUrl }: Config) =>
  databaseUrl === undefined ? 'embedded PostgreSQL' : 'PostgreSQL of DATABASE_URL'

/** Schema, job queue and grants; the demo if it is configured. Returns whether the demo was loaded now. */
async function prepare(
  config: Config,
  {
    database,
    demo,
    log,
    announcer: { step },
  }: { database: ShopDatabase; demo: Demo; log: Logger; announcer: StartAnnouncer },
): Promise<boolean> {
  const { url, ownerUrl, db } = database
  await step(
    'Schema',
    () => prepareDatabase({ url, ownerUrl, log }),
    ({ length }) => (length === 0 ? 'up to date' : `${length} migrations applied`),
  )
  if (!config.demo) return false
  const { read } = await step(
    'Demo catalogue',
    () => demo.load(db, demoActor, new Date(), { onlyIfEmpty: true }),
    (loaded) => (loaded.read === 0 ? 'not needed' : `${loaded.read} records`),
  )
  return read > 0
}

interface Operations {
  config: Config
  log: Logger
  undo: Undo
  database: ShopDatabase
  metrics: Metrics
  watchdog: Watchdog
}

/** Opens a listener that serves only metrics and readiness; returns its address. */
async function serveOperations(
  { config: { host }, log, undo, metrics, ...node }: Operations,
  port: number,
  variable: string,
): Promise<string> {
  const app = buildOperationsApp(metrics, readinessOf(node), log)
  undo.push(() => closeWithin(app, drainMs))
  return app.listen({ port, host }).catch(explainListening({ host, port, variable }))
}

const readinessOf = ({ database, watchdog }: Pick<Operations, 'database' | 'watchdog'>) => ({
  pingDatabase: () => database.ping(),
  isStalled: () => watchdog.isStalled(),
})

interface WebNode extends Operations {
  parts: NodeParts
  services: Services
  jobs: Jobs
  cache: PageCache
  reading: OpenCatalogue
  pictures: PictureStore
}

/** Opens the listeners of the back office and for shoppers; returns the address for shoppers. */
async function serve(node: WebNode): Promise<string> {
  const { config, parts, log, undo, database, metrics, services, jobs, cache, reading, pictures } = node
  const { requestDb, noteOutage } = database
  const { content } = reading
  const catalogue = metrics.timeSearches(reading.catalogue)
  const pages = {
    build: parts.build,
    catalogue,
    content,
    cache,
    publicUrl: config.publicUrl,
    settings: config.browserSettings,
    paymentProviders: () => configuredProviders(services.providers),
    embedHosts: () => embedHosts(services.providers),
    clock: services.clock,
    keys: services.keys,
    sessions: services.sessions,
    ...orderReaders(requestDb),
    read: <Request, Answer>(
      useCase: (services: ReadServices, request: Request) => Promise<Answer>,
      request: Request,
    ) => useCase({ db: requestDb, keys: services.keys, clock: Date.now }, request),
    vehicles: services.vehicles,
    switchedOff: parts.replace?.switchedOff ?? new Set<never>(),
    noteOutage,
  }
  const app = await buildApp({
    ...services,
    log,
    catalogue,
    content,
    pictures,
    jobs,
    feeds: composeFeeds(config, { ...services, catalogue }),
    metrics,
    hasMetricsListener: config.metricsPort !== undefined,
    trustedProxies: config.trustedProxies,
    pages,
    noteOutage,
    ...readinessOf(node),
  })
  undo.push(() => closeWithin(app, drainMs))
  // Before the listener for shoppers, whose readiness says that the whole node can be used.
  if (config.admin) await serveAdmin(node, config.admin, pages)
  const address = await app.listen({ port: config.port, host: config.host }).catch(explainListening(config))
  if (parts.drawsAhead ?? true) undo.push(drawAhead(requestDb, pictures, log))
  return address
}

/** Opens the listener of the back office. */
async function serveAdmin(node: WebNode, admin: NonNullable<Config['admin']>, pages: PageServices) {
  const { config, log, undo, database, services, jobs, reading } = node
  const { noteOutage } = database
  const db = database.openBackOffice()
  const app = await buildAdminApp({
    ...composeAdmin(services, {
      config,
      db,
      adminUrl: admin.url,
      jobs,
      catalogue: pages.catalogue,
      release: () => pages.build.assets.version,
      previewProduct: createProductPreview(pages, {
        ...reading,
        expectedCampaigns: (of) => expectedCampaigns({ db, clock: Date.now }, of),
        log,
      }),
    }),
    log,
    noteOutage,
    trustedProxies: config.trustedProxies,
  })
  undo.push(() => closeWithin(app, drainMs))
  const { port } = admin
  const { host } = config
  await app.listen({ port, host }).catch(explainListening({ host, port, variable: 'ADMIN_PORT' }))
}

/** The start of an empty shop loads the demo. */
const demoActor: Actor = { kind: 'system', id: 'demo', onBehalfOf: null, requestId: null }

async function closeWithin(
  app: { close(): Promise<unknown>; server: { closeAllConnections(): void } },
  ms: number,
) {
  const timer = setTimeout(() => app.server.closeAllConnections(), ms)
  await app.close()
  clearTimeout(timer)
}
