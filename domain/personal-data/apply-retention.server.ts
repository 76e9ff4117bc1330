/**
 * Erases personal data whose period has ended (GDPR, Art. 5 (1)(e)): what a person can be recognised by is
 * emptied or the row deleted; amounts, goods and numbers stay for the books. Each kind and store is a
 * transaction of its own with an audit entry of its count. Repeating it erases nothing more.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { personalDataOfModules } from '../../modules/personal-data.server.ts'
import { storeCodes, stores, type StoreCode } from '../stores/stores.ts'
import {
  isKernelKind,
  retainedKinds,
  retentionCutoff,
  retentionOf,
  type KernelKind,
  type RetainedKind,
} from './retention.ts'

/** Kind of data → how many records were erased, over all stores; kinds without any are left out. */
export type RetentionReport = Partial<Record<RetainedKind, number>>

/** Most records of a kind and store in one run; the next run continues. */
const mostPerRun = 5000

export async function applyRetention(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
): Promise<RetentionReport> {
  const now = new Date(clock())
  const report: RetentionReport = {}
  for (const store of storeCodes)
    for (const kind of retainedKinds) {
      const before = retentionCutoff(retentionOf(store)[kind], { now, timeZone: stores[store].timeZone })
      const erased = await audited(db, actor, async (trx, record) => {
        const { rows } = await statementOf(kind)({ store, before, now }).execute(trx)
        await eraseDocuments(trx, now)
        if (rows.length > 0)
          record({ action: 'retention.erase', object: ['data', kind], store, after: { count: rows.length } })
        return rows.length
      })
      if (erased > 0) report[kind] = (report[kind] ?? 0) + erased
    }
  return report
}

function statementOf(kind: RetainedKind): (expired: Expired) => RawBuilder<unknown> {
  const statement = isKernelKind(kind)
    ? erase[kind]
    : personalDataOfModules.map(({ retention }) => retention[kind]).find((own) => own !== undefined)
  if (statement === undefined) throw new Error(`no module erases ${kind}`)
  return statement
}

interface Expired {
  store: StoreCode
  before: Date
  now: Date
}

/** A text that is not personal and passes the columns' checks. */
const nobody = 'erased@erased.invalid'

/** What modules empty with orders, as further parts of the statement. */
const ofModules = sql.join(
  personalDataOfModules.flatMap(({ withOrders }, index) =>
    withOrders
      ? [sql`, ${sql.ref(`module_${index}`)} as (${withOrders(sql`(select id from expired)`)})`]
      : [],
  ),
  sql` `,
)

/** Empties the orders that `condition` names, with what belongs to them. */
const eraseOrders = ({ store, before, now }: Expired, condition: RawBuilder<unknown>) => sql`
  with expired as (
    select id from orders where store = ${store} and placed_at < ${before} and erased_at is null
      and ${condition} order by id limit ${mostPerRun} for update
  ), parcels as (
    update parcel set label = null, label_url = null, request = null where order_id in (select id from expired)
  ), fields as (
    delete from custom_field_value where object = 'order' and object_id in (select id from expired)
  ), credit as (
    delete from order_credit where order_id in (select id from expired)
  ), addresses as (
    delete from order_address_change where order_id in (select id from expired)
  ), gifts as (
    update gift_card_delivery set recipient_name = '–', recipient_email = ${nobody}, greeting = ''
    where order_id in (select id from expired)
  ), checkouts as (
    update checkout set account_id = null, contact = null, address = null, remarks = null
    where order_id in (select id from expired)
  )${ofModules}
  update orders o set erased_at = ${now}, account_id = null, email = ${nobody}, identity_number = null,
    identity_number_encrypted = null,
    snapshot = (o.snapshot - 'recipient' - 'note' - 'references' #- '{shipping,customerNumber}') || jsonb_build_object(
      'customer', jsonb_build_object('type', o.snapshot #> '{customer,type}', 'email', ${nobody}::text, 'phone', '',
        'firstName', '', 'lastName', '', 'companyName', null, 'identityNumber', null),
      'address', jsonb_build_object('street', '', 'postalCode', '', 'city', '',
        'countryCode', o.snapshot #> '{address,countryCode}'),
      'lines', (select coalesce(jsonb_agg(line - 'giftRecipient' order by position), '[]')
        from jsonb_array_elements(o.snapshot -> 'lines') with ordinality as entry (line, position)))
  where o.id in (select id from expired) returning 1`

/** The stored invoices of orders that have just been erased; the trigger on them asks for the mark first. */
async function eraseDocuments(trx: Kysely<DB>, now: Date): Promise<void> {
  await sql`update invoice set document = null, document_hash = null
    where document is not null and order_id in (select id from orders where erased_at = ${now})`.execute(trx)
}

const erase: Record<KernelKind, (expired: Expired) => RawBuilder<unknown>> = {
  // From the last entry of the books that belongs to the order. The balance is read of the orders that are left only.
  order: (expired) =>
    eraseOrders(
      expired,
      sql`status not in ('pending', 'held', 'received', 'processing', 'shipped')
        and not exists (select from invoice i where i.order_id = orders.id and i.issued_at >= ${expired.before})
        and not exists (select from refund r where r.order_id = orders.id and r.recorded_at >= ${expired.before})
        and coalesce((select sum(b.open_minor) from invoice_balances(current_date) b where b.order_id = orders.id), 0) = 0`,
    ),
  'former-order': ({ store, before, now }) => sql`
    update former_order set account_id = null, email = null, erased_at = ${now}
    where id in (select id from former_order where store = ${store} and placed_at < ${before} and erased_at is null
      order by id limit ${mostPerRun}) returning 1`,
  'unpaid-order': (expired) =>
    eraseOrders(expired, sql`status = 'payment_failed' and paid_at is null and account_id is null`),
  'erased-address': ({ store, before }) => sql`
    with forgotten as (
      update gift_card set holder_digest = null
      where store = ${store} and holder_digest is not null and disabled_at < ${before})
    delete from erased_address where store = ${store} and erased_at < ${before} returning 1`,
}
