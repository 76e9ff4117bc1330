/** What the checkout's calls are given, and what of it stands in when nothing is given. */
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.generated.ts'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { CompleteServices } from '../domain/checkout/complete-checkout.server.ts'
import { createStockReader } from '../domain/cart/cart-stock.server.ts'
import type { PriceShopCartServices } from '../domain/cart/price-shop-cart.server.ts'
import type { CustomerDiscounts } from '../domain/coupons/coupon-aggregates.ts'
import { createCouponBook, type CouponBook } from '../domain/coupons/sync-coupons.server.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import type { JobQueue } from '../domain/jobs/job-queue.ts'
import type { PaymentProviders } from '../domain/payments/payment-provider.ts'
import { orderLimits, type LimitsOfStores } from '../domain/stores/order-limits.ts'
import type { Carriers } from '../domain/shipping/service-point.ts'
import { countedAddress } from './counted-address.ts'
import { demoCarriers } from '../providers/carriers/demo-carriers.ts'
import { createInvoiceProvider } from '../providers/invoice/invoice-provider.ts'
import { paymentProviderIds, type PaymentProviderId } from '../domain/stores/payment-provider-id.ts'

export interface CheckoutRoutesOptions {
  db: Kysely<DB>
  catalogue: Catalogue
  jobs: JobQueue<'order-mail'>
  /** Epoch milliseconds. */
  clock: () => number
  /** Address in what providers are told, without a slash at its end. */
  publicUrl: string
  keys: Keyring
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>
  /** Demo carriers by default. */
  carriers?: Carriers
  /** The codes in the database by default. */
  coupons?: CouponBook
  /** The account behind a request; nobody has one by default. */
  accountOf?: (request: FastifyRequest) => Promise<number | null>
  /** An account's percentages per discount category. */
  customerDiscounts?: (accountId: number) => Promise<CustomerDiscounts>
  /** What buyers may order and owe; the stores' own figures by default. */
  orderLimits?: LimitsOfStores
  /** Besides our own invoice, which is always there. */
  providers?: PaymentProviders
}

export interface CheckoutServices extends CompleteServices, ShopCartServices {
  publicUrl: string
  catalogue: Catalogue
  keys: Keyring
}

/** The shop's own ways of settling: invoice, and orders that cost nothing. */
export function ownProviders(services: { db: Kysely<DB>; clock: () => number }): PaymentProviders {
  return {
    invoice: createInvoiceProvider(services, 'invoice'),
    none: createInvoiceProvider(services, 'none'),
  }
}

/** The payment methods that checkout can offer, for pages that name them. */
export function configuredPaymentProviders(
  services: Parameters<typeof ownProviders>[0],
): PaymentProviderId[] {
  const providers = ownProviders(services)
  return paymentProviderIds.filter((id) => providers[id] !== undefined)
}

/** What pricing a cart needs. */
export interface ShopCartServices extends PriceShopCartServices {
  catalogue: Catalogue
  accountOf: (request: FastifyRequest) => Promise<number | null>
}

export function shopCartServices(options: CheckoutRoutesOptions): ShopCartServices {
  const { db, catalogue, keys, customerDiscounts } = options
  return {
    db,
    catalogue,
    stock: createStockReader(db),
    coupons: options.coupons ?? createCouponBook(db, keys),
    accountOf: options.accountOf ?? (() => Promise.resolve(null)),
    ...(customerDiscounts && { customerDiscounts }),
  }
}

/** The same services for one request: how many codes its network has guessed is counted. */
export function servicesFor<Services extends { coupons: CouponBook }>(
  services: Services,
  request: FastifyRequest,
): Services {
  return { ...services, coupons: services.coupons.forNetwork(countedAddress(request)) }
}

export function checkoutServices(options: CheckoutRoutesOptions): CheckoutServices {
  const { jobs, clock, publicUrl, keys, log } = options
  return {
    ...shopCartServices(options),
    keys,
    jobs,
    clock,
    publicUrl,
    log: { warn: (data, message) => log.warn(data, message) },
    carriers: options.carriers ?? demoCarriers,
    orderLimits: options.orderLimits ?? orderLimits,
    providers: { ...ownProviders(options), ...options.providers },
  }
}
