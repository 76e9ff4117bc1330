/** The only SQL for purchase requests. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { CommitForm } from '../../domain/checkout/commit-fields.server.ts'
import type { Minor } from '../../domain/money/money.ts'
import type { StoreCode } from '../../domain/stores/stores.ts'

/** A line as the people who decide see it. */
export interface RequestedGoods {
  sku: string
  name: string
  quantity: number
  /** VAT included. */
  totalMinor: Minor
}

/** `withdrawn`: also of a buyer who has left the company. `expired`: nobody decided in time. */
export type PurchaseRequestStatus = 'waiting' | 'approved' | 'declined' | 'withdrawn' | 'expired'

export interface PurchaseRequest {
  id: number
  store: StoreCode
  companyId: number
  /** Who asks; null after the account was deleted. */
  accountId: number | null
  buyer: string
  buyerEmail: string | null
  checkoutId: string
  form: CommitForm
  shippingMethod: string
  servicePoint: string | null
  totalMinor: Minor
  /** The buyer's limit when they asked, VAT included; null: not recorded. */
  approvalAboveMinor: Minor | null
  lines: RequestedGoods[]
  status: PurchaseRequestStatus
  requestedAt: Date
  expiresAt: Date
  reason: string | null
  orderNumber: string | null
}

/** Whether the buyer of a request `r` is still in the company. */
const isMember = sql`exists (select 1 from company_member m
  where m.account_id = r.account_id and m.company_id = r.company_id)`

/** Whether the approval of a request `r` was interrupted before its order was bound: somebody approves it again. */
const isInterrupted = sql`(r.status = 'approved' and r.order_id is null)`

const selection = (
  now: Date,
) => sql`select r.id, r.store, r.company_id as "companyId", r.account_id as "accountId",
    coalesce(trim(a.first_name || ' ' || a.last_name), '') as buyer, a.email as "buyerEmail",
    r.checkout_id as "checkoutId", r.form, r.shipping_method as "shippingMethod", r.service_point as "servicePoint",
    r.total_minor as "totalMinor", r.approval_above_minor as "approvalAboveMinor", r.lines,
    case when r.status <> 'waiting' and not ${isInterrupted} then r.status when not ${isMember} then 'withdrawn'
      when r.expires_at <= ${now} then 'expired' else 'waiting' end as status,
    r.requested_at as "requestedAt", r.expires_at as "expiresAt", r.reason, o.number as "orderNumber"
  from purchase_request r left join account a on a.id = r.account_id left join orders o on o.id = r.order_id`

export type NewPurchaseRequest = Pick<
  PurchaseRequest,
  | 'store'
  | 'companyId'
  | 'checkoutId'
  | 'form'
  | 'shippingMethod'
  | 'servicePoint'
  | 'totalMinor'
  | 'approvalAboveMinor'
  | 'lines'
  | 'requestedAt'
  | 'expiresAt'
> & { accountId: number }

export async function insertRequest(trx: Kysely<DB>, request: NewPurchaseRequest): Promise<number> {
  const { id } = await trx
    .insertInto('purchase_request')
    .values({
      store: request.store,
      company_id: request.companyId,
      account_id: request.accountId,
      checkout_id: request.checkoutId,
      form: JSON.stringify(request.form),
      shipping_method: request.shippingMethod,
      service_point: request.servicePoint,
      total_minor: request.totalMinor,
      approval_above_minor: request.approvalAboveMinor,
      lines: JSON.stringify(request.lines),
      requested_at: request.requestedAt,
      expires_at: request.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function findRequest(db: Kysely<DB>, id: number, now: number): Promise<PurchaseRequest | null> {
  const { rows } = await sql<PurchaseRequest>`${selection(new Date(now))} where r.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** The requests of a company, of one person where `accountId` is named, newest first. */
export async function requestsOf(
  db: Kysely<DB>,
  input: { companyId: number; accountId: number | null; now: number; limit: number },
): Promise<PurchaseRequest[]> {
  const { companyId, accountId, now, limit } = input
  const { rows } = await sql<PurchaseRequest>`${selection(new Date(now))}
    where r.company_id = ${companyId} and (${accountId}::bigint is null or r.account_id = ${accountId})
    order by r.requested_at desc, r.id desc limit ${limit}`.execute(db)
  return rows
}

/**
 * Moves a waiting request; false where somebody else decided first, or its buyer has left the company: the order would
 * be theirs, on the company's invoice. An approved one without an order may be approved
 * again: writing its order was interrupted.
 */
export async function decideRequest(
  trx: Kysely<DB>,
  id: number,
  decision: { status: 'approved' | 'declined' | 'withdrawn'; by: number; reason: string | null; now: Date },
): Promise<boolean> {
  const { rows } =
    await sql`update purchase_request r set status = ${decision.status}, decided_by = ${decision.by},
      decided_at = ${decision.now}, reason = ${decision.reason}
    where id = ${id} and ${isMember} and expires_at > ${decision.now} and (status = 'waiting'
      or (status = 'approved' and ${decision.status} = 'approved' and order_id is null))
    returning id`.execute(trx)
  return rows.length === 1
}

/** The order could not be written: the request waits again. */
export async function reopenRequest(trx: Kysely<DB>, id: number): Promise<void> {
  await sql`update purchase_request set status = 'waiting', decided_by = null, decided_at = null
    where id = ${id} and status = 'approved' and order_id is null`.execute(trx)
}

/** Binds the order; false where another approval did. */
export async function bindOrder(trx: Kysely<DB>, id: number, orderNumber: string): Promise<boolean> {
  const { rows } =
    await sql`update purchase_request set order_id = (select id from orders where number = ${orderNumber})
    where id = ${id} and order_id is null returning id`.execute(trx)
  return rows.length === 1
}
