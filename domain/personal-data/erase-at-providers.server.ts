/**
 * Deletes what payment providers keep for erased accounts: their customer with the saved methods. The provider
 * is called outside a transaction; what it does not confirm is tried again by the next run.
 */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { WarningLog } from '../log/warning-log.ts'
import type { PaymentProviders } from '../payments/payment-provider.ts'
import type { PaymentProviderId } from '../payment-methods/payment-provider-id.ts'
import type { StoreCode } from '../stores/stores.ts'

interface KeptCustomer {
  accountId: number
  store: StoreCode
  provider: PaymentProviderId
  reference: string
}

/** Customers per run: any of them, so that those whose provider confirms nothing keep no other waiting. */
const mostPerRun = 50

export async function eraseAtProviders(
  { db, providers, log }: { db: Kysely<DB>; providers: PaymentProviders; log: WarningLog },
  most = mostPerRun,
): Promise<{ erased: number; waiting: number }> {
  const { rows } = await sql<KeptCustomer>`
    select c.account_id as "accountId", c.store, c.provider, c.reference
    from provider_customer c join account a on a.id = c.account_id
    where a.erased_at is not null order by random() limit ${most}`.execute(db)
  const report = { erased: 0, waiting: 0 }
  for (const kept of rows) {
    if (await isDeleted({ providers, log }, kept)) {
      await forget(db, kept)
      report.erased++
    } else report.waiting++
  }
  return report
}

/** Asks the provider, once. Its failure does not stop the others. */
async function isDeleted(
  { providers, log }: { providers: PaymentProviders; log: WarningLog },
  { accountId, store, provider, reference }: KeptCustomer,
): Promise<boolean> {
  try {
    const answer = await providers[store][provider]?.repeat?.deleteCustomer(reference)
    return answer?.ok === true
  } catch (error) {
    log.warn({ accountId, err: error }, 'a customer could not be deleted at a payment provider')
    return false
  }
}

/** Removes the references; rows of saved methods stay without them for the payments that were made by them. */
async function forget(db: Kysely<DB>, { accountId, store, provider }: KeptCustomer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`update saved_payment_method
      set customer_reference = 'erased', method_reference = 'erased-' || id, label = '–'
      where account_id = ${accountId} and store = ${store} and provider = ${provider}`.execute(trx)
    await sql`delete from provider_customer
      where account_id = ${accountId} and store = ${store} and provider = ${provider}`.execute(trx)
  })
}
