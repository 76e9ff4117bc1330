/**
 * The prices that a customer's agreements give for products, as pages show them: computed by the pricing engine as in the
 * cart, without codes (decision 78). Reserves nothing.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { CartProduct, CartProducts } from '../catalogue/cart-product.ts'
import { productTypes } from '../catalogue/product-type.ts'
import type { CustomerDiscounts } from '../coupons/coupon-line.ts'
import type { AgreedPrice, PriceCartLine } from '../pricing/priced-cart.ts'
import { agreedPriceOf } from '../pricing/price-agreement.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { activeTiers, linePrice, type Tier } from '../pricing/tiers.ts'
import type { ProductId } from '../products/product-id.ts'
import type { Store } from '../stores/stores.ts'
import { agreedTerms } from './agreed-terms.server.ts'

export interface OwnPriceServices {
  db: Kysely<DB>
  catalogue: CartProducts
  /** Discount category → percentage of the account's customer. */
  customerDiscounts?: (accountId: number) => Promise<CustomerDiscounts>
}

export interface OwnPrice {
  productId: ProductId
  /** What one unit costs from each quantity on, VAT included. */
  tiers: readonly Tier[]
}

/** The products whose price an agreement changes; the others are left out. `now`: epoch milliseconds. */
export async function ownPrices(
  { db, catalogue, customerDiscounts }: OwnPriceServices,
  {
    store,
    accountId,
    productIds,
    now,
  }: { store: Store; accountId: number; productIds: readonly ProductId[]; now: number },
): Promise<OwnPrice[]> {
  const agreements = await agreedTerms(db, { accountId, store: store.code, productIds, now })
  if (agreements.size === 0) return []
  const customer = (await customerDiscounts?.(accountId)) ?? {}
  return catalogue.cartProducts(store.code, [...agreements.keys()]).flatMap((product): OwnPrice[] => {
    const { id, prices, hasVariants } = product
    if (hasVariants || prices.normal.length + prices.campaign.length === 0) return []
    const agreement = agreedPriceOf(prices, agreements.get(id) ?? [], store.currencyDigits)
    if (agreement === null) return []
    const { lines } = priceCart({
      lines: linesOf(product, agreement),
      digits: store.currencyDigits,
      customerDiscounts: customer,
    })
    if (!lines.some(({ reasons }) => reasons.some(({ kind }) => kind === 'agreement'))) return []
    const tiers = lines.map(({ quantity, unitMinor }) => ({ quantity, unitMinor }))
    return [
      { productId: id, tiers: tiers.filter((tier, index) => tier.unitMinor !== tiers[index - 1]?.unitMinor) },
    ]
  })
}

/** A line at every quantity from which the price may be another one. */
function linesOf(product: CartProduct, agreement: AgreedPrice): PriceCartLine[] {
  const { id, prices, type, ...facts } = product
  const starts = [1, ...[...agreement.tiers, ...activeTiers(prices)].map(({ quantity }) => quantity)]
  const quantities = [...new Set(starts)].sort((a, b) => a - b)
  return quantities.map((quantity) => ({
    ...linePrice(prices, quantity, null),
    uuid: `${id}-${quantity}`,
    productId: id,
    sku: facts.sku,
    groupId: facts.groupId,
    categoryIds: facts.categoryIds,
    discountCategory: facts.discountCategory,
    vatRateBasisPoints: facts.vatRateBasisPoints,
    giftCard: type === productTypes.GiftCard,
    quantity,
    agreement,
  }))
}
