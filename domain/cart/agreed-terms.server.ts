/** What modules have agreed with a customer, over all of them. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import { agreedPricesOfModules } from '../../modules/agreed-prices.server.ts'
import type { Agreements, AgreementTerms } from '../../modules/agreement-terms.ts'
import type { ProductId } from '../products/product-id.ts'
import type { StoreCode } from '../stores/stores.ts'

/** The terms for these products. `now`: epoch milliseconds. */
export async function agreedTerms(
  db: Kysely<DB>,
  of: { accountId: number; store: StoreCode; productIds: readonly ProductId[]; now: number },
): Promise<Agreements> {
  const all = new Map<ProductId, AgreementTerms[]>()
  for (const found of await Promise.all(agreedPricesOfModules.map((agreed) => agreed.termsOf(db, of))))
    for (const [productId, terms] of found) all.set(productId, [...(all.get(productId) ?? []), ...terms])
  return all
}
