/** What the checkout's calls are given, and what of it stands in when nothing is given. */
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { CompleteServices } from '../domain/checkout/complete-checkout.server.ts'
import { noCoupons, type CouponDefinitions } from '../domain/checkout/price-checkout.server.ts'
import type { JobQueue } from '../domain/orders/order-jobs.ts'
import type { PaymentProviders } from '../domain/payments/payment-provider.ts'
import type { Carriers } from '../domain/shipping/service-point.ts'
import { demoCarriers } from '../providers/carriers/demo-carriers.ts'
import { createInvoiceProvider } from '../providers/invoice/invoice-provider.ts'

export interface CheckoutRoutesOptions {
  db: Kysely<DB>
  catalogue: Catalogue
  jobs: JobQueue
  /** Epoch milliseconds. */
  clock: () => number
  /** Address in what providers are told, without a slash at its end. */
  publicUrl: string
  secret: string
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Demo carriers by default. */
  carriers?: Carriers
  /** No codes by default. */
  coupons?: CouponDefinitions
  /** Besides our own invoice, which is always there. */
  providers?: PaymentProviders
}

export interface CheckoutServices extends CompleteServices {
  publicUrl: string
}

/** The shop's own ways of settling: invoice, and orders that cost nothing. */
export function ownProviders(services: { db: Kysely<DB>; clock: () => number }): PaymentProviders {
  return {
    invoice: createInvoiceProvider(services, 'invoice'),
    none: createInvoiceProvider(services, 'none'),
  }
}

export function checkoutServices(options: CheckoutRoutesOptions): CheckoutServices {
  const { db, catalogue, jobs, clock, publicUrl, log } = options
  return {
    db,
    catalogue,
    jobs,
    clock,
    publicUrl,
    log: { warn: (data, message) => log.warn(data, message) },
    carriers: options.carriers ?? demoCarriers,
    coupons: options.coupons ?? noCoupons,
    providers: { ...ownProviders(options), ...options.providers },
  }
}
