/** What modules have agreed with a customer, over all of them. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { agreedPricesOfModules } from '../../modules/agreed-prices.server.ts'
import type { Agreements, AgreementTerms } from '../../modules/agreement-terms.ts'
import { noAgreements } from '../pricing/price-agreement.ts'
import type { PersonalOffers } from '../../modules/personal-offer.ts'
import type { ProductId } from '../products/product-id.ts'
import type { StoreCode } from '../stores/stores.ts'

/** The terms for these products. `now`: epoch milliseconds. */
export async function agreedTerms(
  db: Kysely<DB>,
  of: { accountId: number; store: StoreCode; productIds: readonly ProductId[]; now: number },
): Promise<Agreements> {
  const all = new Map<ProductId, AgreementTerms[]>()
  for (const found of await Promise.all(
    agreedPricesOfModules.map((agreed) => agreed.termsOf?.(db, of) ?? Promise.resolve(noAgreements)),
  ))
    for (const [productId, terms] of found) all.set(productId, [...(all.get(productId) ?? []), ...terms])
  return all
}

/** The offers of an account in a store by id. `now`: epoch milliseconds. */
export async function personalOffers(
  db: Kysely<DB>,
  of: { accountId: number; store: StoreCode; now: number },
): Promise<PersonalOffers> {
  const all = await Promise.all(
    agreedPricesOfModules.map((agreed) => agreed.offersOf?.(db, of) ?? Promise.resolve([])),
  )
  return new Map(all.flat().map((offer) => [offer.id, offer]))
}
