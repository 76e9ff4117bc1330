/** The services behind the cart and checkout routes; built by server/compose.ts. */
import type { FastifyRequest } from 'fastify'
import type { Catalogue } from '../domain/catalogue/catalogue.ts'
import type { CompleteServices } from '../domain/checkout/complete-checkout.server.ts'
import type { PriceShopCartServices } from '../domain/cart/price-shop-cart.server.ts'
import type { CouponBook } from '../domain/coupons/coupon-book.server.ts'
import type { Keyring } from '../domain/keys/keyring.server.ts'
import { rateLimitKey } from './rate-limit-key.ts'

export interface CheckoutServices extends CompleteServices {
  catalogue: Catalogue
  keys: Keyring
  accountOf: ShopCartServices['accountOf']
  /** Base address in what is sent to providers, without a trailing slash. */
  publicUrl: string
}

/** Dependencies of pricing a cart. */
export interface ShopCartServices extends PriceShopCartServices {
  catalogue: Catalogue
  /** Epoch milliseconds. */
  clock: () => number
  keys: Keyring
  /** Account id of the request's session; null for a guest. */
  accountOf: (request: FastifyRequest) => Promise<number | null>
}

/** The same services for one request: coupon guesses are counted per network. */
export function servicesFor<Services extends { coupons: CouponBook }>(
  services: Services,
  request: FastifyRequest,
): Services {
  return { ...services, coupons: services.coupons.forNetwork(rateLimitKey(request)) }
}
