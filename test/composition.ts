/** Builds services and application of tests and benchmarks through the shop's own composition root. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { Content } from '../domain/content/content.ts'
import { demoDrawings } from '../demo/demo-data.server.ts'
import { createPictureFolder } from '../domain/pictures/picture-files.server.ts'
import { noJobs } from '../domain/jobs/job-queue.ts'
import type { PaymentProviders } from '../domain/payments/payment-provider.ts'
import { buildApp, type AppServices } from '../server/app.ts'
import {
  composePaymentProviders,
  composePictures,
  composeServices,
  type Replacements,
  type Services,
} from '../server/compose.ts'
import type { RegisterUrls } from '../domain/vat-numbers/vat-number-registers.ts'
import type { CallbackKeys, CarrierAccounts } from '../server/carrier-settings.ts'
import type { PaymentAccounts } from '../server/payment-settings.ts'
import type { Database } from '../server/database/database.ts'
import { roomyLimits } from './roomy-limits.ts'
import { testSecret } from './keyring.ts'

export interface TestFoundation {
  db: Database
  /** Default: the system clock. */
  clock?: () => number
  log?: Services['log']
  publicUrl?: string
  /** The current secret first. */
  secrets?: readonly string[]
  replace?: Replacements
  /** `live`: stored keys of payment providers are used, and no service is simulated. */
  providers?: 'simulator' | 'live'
  /** Accounts at providers; none by default, and only the invoice can pay. */
  payments?: PaymentAccounts
  /** Carrier accounts; none by default, and no service point can be chosen. */
  carriers?: CarrierAccounts
  /** None by default: no carrier reports deliveries. */
  callbackKeys?: CallbackKeys
  /** None by default: VAT numbers are not checked. */
  vatRegisters?: RegisterUrls
}

const silent = { info: () => {}, warn: () => {} }

/**
 * The services of a demo shop; many orders of one buyer are allowed and coupons are read from the database
 * each time.
 */
export function testServices(foundation: TestFoundation): Services {
  const { db, clock = Date.now, log = silent, publicUrl = 'http://shop.example' } = foundation
  const { payments = {}, carriers = {}, callbackKeys = {} } = foundation
  const [secret = testSecret, ...previousSecrets] = foundation.secrets ?? []
  return composeServices({
    config: {
      secret,
      previousSecrets,
      publicUrl,
      providers: foundation.providers ?? 'simulator',
      providerVariables: {},
      payments,
      carriers,
      callbackKeys,
      vatRegisters: foundation.vatRegisters ?? null,
    },
    db,
    clock,
    log,
    replace: { orderLimits: roomyLimits, couponCacheMs: 0, ...foundation.replace },
  })
}

/** What a test gives its application. */
type GivenParts = Partial<Pick<AppServices, 'catalogue' | 'content' | 'jobs' | 'log' | 'pictures'>>

/** The API without the storefront; without a catalogue of the test no route can read one, and no job is enqueued. */
export function testApp(services: Services, given: GivenParts = {}): Promise<FastifyInstance> {
  return buildApp({
    ...services,
    log: pino({ level: 'silent' }),
    catalogue: {} as Catalogue,
    jobs: noJobs,
    content: {} as Content,
    pictures: composePictures(
      createPictureFolder(join(tmpdir(), 'anode-test-pictures')),
      services,
      () => null,
      [demoDrawings()],
    ),
    feeds: { file: () => Promise.reject(new Error('this test has no feeds')) },
    pages: null,
    noteOutage: () => false,
    pingDatabase: () => Promise.resolve(),
    // Clients of a test share the event loop with the app, and the machine with other tests.
    limits: { requestsPerMinute: Number.MAX_SAFE_INTEGER, eventLoopDelayMs: 0 },
    ...given,
  })
}

/** The providers of a shop without keys: the invoice, and the provider for free orders. */
export function invoiceProviders(services: Pick<Services, 'db' | 'clock'>): PaymentProviders {
  return composePaymentProviders({ ...services, accounts: {}, log: silent })
}
