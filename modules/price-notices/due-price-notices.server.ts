/** Which of the requests for a notice of a lower price are due. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { CartProducts } from '../../domain/catalogue/cart-product.ts'
import type { Minor } from '../../domain/money/money.ts'
import { storeCodes } from '../../domain/stores/stores.ts'
import { noticePrice } from './notice-price.ts'
import { waitingPriceNotices, type WaitingPriceNotice } from './price-notice-repository.server.ts'

export interface PriceNoticeServices {
  db: Kysely<DB>
  /** Prices as of now. */
  catalogue: Pick<CartProducts, 'cartProducts'>
  /** Epoch milliseconds. */
  clock: () => number
}

export interface DuePriceNotice {
  notice: WaitingPriceNotice
  /** What the product costs now. */
  priceMinor: Minor
}

const noticesPerRound = 500

/** The requests whose product costs less than the price that they remember, in rounds of at most 500 waiting ones. */
export async function* duePriceNotices(services: PriceNoticeServices): AsyncGenerator<DuePriceNotice[]> {
  const { db, clock } = services
  let after: WaitingPriceNotice | null = null
  for (;;) {
    const waiting: WaitingPriceNotice[] = await waitingPriceNotices(db, {
      after,
      most: noticesPerRound,
      now: new Date(clock()),
    })
    const prices = currentPrices(services, waiting)
    yield waiting.flatMap((notice) => {
      const priceMinor = prices.get(`${notice.store} ${notice.productId}`)
      return priceMinor !== undefined && priceMinor < notice.priceMinor ? [{ notice, priceMinor }] : []
    })
    if (waiting.length < noticesPerRound) return
    after = waiting.at(-1)!
  }
}

/** `store id` → price; products without one are left out. */
function currentPrices(
  { catalogue }: Pick<PriceNoticeServices, 'catalogue'>,
  waiting: readonly WaitingPriceNotice[],
): Map<string, Minor> {
  const prices = new Map<string, Minor>()
  for (const store of storeCodes) {
    const ids = new Set(waiting.filter((notice) => notice.store === store).map(({ productId }) => productId))
    for (const product of catalogue.cartProducts(store, [...ids])) {
      const priceMinor = noticePrice(product)
      if (priceMinor !== null) prices.set(`${store} ${product.id}`, priceMinor)
    }
  }
  return prices
}
