/**
 * Asks another person of the company to approve a purchase above the buyer's limit. The checkout is judged as if it were
 * ordered, then copied: the copy's lines promise their prices, and nothing of the buyer's further shopping changes it.
 * No stock is reserved until the approval (decision 77).
 */
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import {
  insertCheckout,
  updateCheckoutGiftCards,
  type CheckoutRecord,
} from '../../domain/checkout/checkout-repository.server.ts'
import type { PlaceOrderRefusal } from '../../domain/checkout/place-order-refusal.server.ts'
import {
  prepareOrder,
  type PlaceOrderInput,
  type PlaceOrderServices,
} from '../../domain/checkout/place-order.server.ts'
import { needsApproval, type CompanyMember } from '../../domain/companies/company.ts'
import { findMember, peopleOf, type CompanyPerson } from '../../domain/companies/company-repository.server.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { PricedCheckout } from '../../domain/checkout/price-checkout.server.ts'
import { insertRequest } from './purchase-request-repository.server.ts'

/** How long prices are promised, and a request can be approved. */
const requestLifeMs = 14 * 24 * 3600_000

export interface PurchaseRequestServices extends PlaceOrderServices {
  jobs: JobQueue<'company-mail'>
}

export type RequestPurchase =
  | { ok: true; id: number }
  | PlaceOrderRefusal
  /** `approval_not_needed`: the purchase is within the limit, or not for a company. */
  | { ok: false; code: 'approval_not_needed' }
  | { ok: false; code: 'no_approver' }

export async function requestPurchase(
  services: PurchaseRequestServices,
  actor: Actor,
  input: Omit<PlaceOrderInput, 'provider' | 'attemptId' | 'isApproved'> & { accountId: number },
): Promise<RequestPurchase> {
  const { db, jobs, clock } = services
  const { store, accountId } = input
  const member = await findMember(db, accountId, store.code)
  if (member === null || input.form.customerType !== 'business')
    return { ok: false, code: 'approval_not_needed' }
  const form = { ...input.form, identityNumber: member.company.organisationNumber }
  const prepared = await prepareOrder(services, {
    ...input,
    form,
    provider: 'invoice',
    isApproved: true,
  })
  if (!prepared.ok) return prepared
  if (!('ready' in prepared)) return { ok: false, code: 'checkout_changed' }
  const { checkout, priced } = prepared.ready
  if (!needsApproval(member, priced.totalMinor)) return { ok: false, code: 'approval_not_needed' }
  const approvers = await approversFor(db, member)
  if (approvers.length === 0) return { ok: false, code: 'no_approver' }
  return audited(db, actor, async (trx, record) => {
    const copy = await insertCheckout(trx, {
      store: store.code,
      lines: withPromises(checkout, priced),
      couponCodes: checkout.couponCodes,
      campaignData: null,
      accountId,
    })
    if (checkout.giftCardReferences.length > 0)
      await updateCheckoutGiftCards(trx, store.code, copy, checkout.giftCardReferences)
    const { identityNumber: _ofCompany, ...kept } = form
    const now = clock()
    const id = await insertRequest(trx, {
      store: store.code,
      companyId: member.company.id,
      accountId,
      checkoutId: copy,
      form: kept,
      shippingMethod: input.shippingMethod,
      servicePoint: input.servicePoint,
      totalMinor: priced.totalMinor,
      approvalAboveMinor: member.approvalAboveMinor,
      lines: priced.cart.lines.map((line) => ({
        sku: line.sku,
        name: priced.synced.lines.find(({ uuid }) => uuid === line.uuid)?.name ?? line.sku,
        quantity: line.quantity,
        totalMinor: line.netMinor,
      })),
      requestedAt: new Date(now),
      expiresAt: new Date(now + requestLifeMs),
    })
    for (const approver of approvers)
      await jobs.enqueue(trx, 'company-mail', { about: 'request', id, accountId: approver.accountId })
    record({
      action: 'purchase_request.create',
      object: ['purchase_request', id],
      store: store.code,
      after: { companyId: member.company.id, totalMinor: priced.totalMinor },
    })
    return { ok: true, id } as const
  })
}

/** The lines of the checkout, each promising the unit price it has now. Offers and subscriptions have their own promise. */
function withPromises(checkout: CheckoutRecord, { cart }: PricedCheckout): CheckoutRecord['lines'] {
  return checkout.lines.map((line) => {
    const priced = cart.lines.find(({ uuid }) => uuid === line.uuid)
    if (priced?.kind !== 'goods' || line.offerItemId != null || line.subscriptionInterval) return line
    return { ...line, renewalPrices: [{ quantity: 1, unitMinor: priced.unitMinor }] }
  })
}

/** The people who may approve a purchase of this member: approvers and admins, never the member. */
async function approversFor(db: Kysely<DB>, member: CompanyMember): Promise<CompanyPerson[]> {
  const people = await peopleOf(db, member.company.id)
  return people.filter(({ role, accountId }) => role !== 'buyer' && accountId !== member.accountId)
}
