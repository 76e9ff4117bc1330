/** What pays renewals: the providers to choose from, and the method that one of them has saved. */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { PaymentProviderId } from '../../domain/payment-methods/payment-provider-id.ts'
import { repeatableChoices } from '../../domain/payments/offered-providers.ts'
import type { PaymentProviders, SavedMethod } from '../../domain/payments/payment-provider.ts'
import type { CustomerType } from '../../domain/orders/order-snapshot.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** The providers of a store with which an order can be renewed, each once. */
export function repeatableProviders(
  providers: PaymentProviders,
  store: StoreCode,
  customerType: CustomerType,
): PaymentProviderId[] {
  return [...new Set(repeatableChoices(providers, store, customerType).map(({ provider }) => provider))]
}

/** Null: it is not stored. */
export async function findSavedMethod(
  db: Kysely<DB>,
  id: number,
): Promise<(SavedMethod & { id: number }) | null> {
  const row = await db
    .selectFrom('saved_payment_method')
    .select(['id', 'customer_reference as customer', 'method_reference as method', 'label'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}
