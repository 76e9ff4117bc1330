/**
 * Decides about a purchase request: approving writes the order, on the company's invoice, with everything that ordering
 * checks (stock, credit, prices). Nobody decides about an own request, and an approver's own limit applies.
 */
import type { Actor } from '../../domain/audit/actor.ts'
import { audited } from '../../domain/audit/audited.server.ts'
import {
  completeCheckout,
  type CompletedCheckout,
  type CompleteServices,
} from '../../domain/checkout/complete-checkout.server.ts'
import type { PlaceOrderInput } from '../../domain/checkout/place-order.server.ts'
import { textProblem } from '../../domain/accounts/contact-fields.server.ts'
import { hasRole, needsApproval, type CompanyMember } from '../../domain/companies/company.ts'
import type { JobQueue } from '../../domain/jobs/job-queue.ts'
import type { Minor } from '../../domain/money/money.ts'
import { stores } from '../../domain/stores/stores.ts'
import {
  bindOrder,
  decideRequest,
  findRequest,
  reopenRequest,
  type PurchaseRequest,
} from './purchase-request-repository.server.ts'

export interface DecideServices extends CompleteServices {
  jobs: JobQueue
}

type Refused<Code extends string> = Code extends string ? { ok: false; code: Code } : never

/** `unknown_request`: none of the company that waits. */
type DecisionRefusal = Refused<'unknown_request' | 'own_request' | 'above_own_limit' | 'not_waiting'>

export type ApprovePurchase =
  | { ok: true; number: string }
  | DecisionRefusal
  | Extract<CompletedCheckout, { ok: false }>

async function decidable(
  { db, clock }: Pick<DecideServices, 'db' | 'clock'>,
  member: CompanyMember,
  id: number,
): Promise<{ ok: true; request: PurchaseRequest } | DecisionRefusal> {
  const request = await findRequest(db, id, clock())
  if (request?.companyId !== member.company.id || !hasRole(member.role, 'approver'))
    return { ok: false, code: 'unknown_request' }
  if (request.accountId === null || request.accountId === member.accountId)
    return { ok: false, code: 'own_request' }
  return { ok: true, request }
}

/**
 * Writes the order. `quotedTotalMinor`: the quoted total that the approver saw; where today's is another one, the refusal
 * `total_changed` names it, and the request waits on.
 */
export async function approvePurchase(
  services: DecideServices,
  actor: Actor,
  input: { member: CompanyMember; id: number; quotedTotalMinor: Minor } & Pick<
    PlaceOrderInput,
    'whileClosed'
  >,
): Promise<ApprovePurchase> {
  const { db, clock, jobs } = services
  const { member, id, quotedTotalMinor, whileClosed = false } = input
  const found = await decidable(services, member, id)
  if (!found.ok) return found
  const { request } = found
  if (needsApproval(member, quotedTotalMinor)) return { ok: false, code: 'above_own_limit' }
  const { store, accountId } = request
  const isDecided = await audited(db, actor, (trx) =>
    decideRequest(trx, id, {
      status: 'approved',
      by: member.accountId,
      reason: null,
      now: new Date(clock()),
    }),
  )
  if (!isDecided) return { ok: false, code: 'not_waiting' }
  const placed = await completeCheckout(services, actor, {
    store: stores[store],
    checkoutId: request.checkoutId,
    accountId,
    form: {
      ...request.form,
      identityNumber: member.company.organisationNumber,
      acceptTerms: true,
    },
    shippingMethod: request.shippingMethod,
    servicePoint: request.servicePoint,
    quoted: { totalMinor: quotedTotalMinor, payableMinor: null },
    provider: 'invoice',
    isApproved: true,
    whileClosed,
  })
  return audited(db, actor, async (trx, record): Promise<ApprovePurchase> => {
    if (!placed.ok) {
      await reopenRequest(trx, id)
      return placed
    }
    if (await bindOrder(trx, id, placed.number)) {
      await jobs.enqueue(trx, 'company-mail', { about: 'decision', id })
      record({
        action: 'purchase_request.approve',
        object: ['purchase_request', id],
        store,
        after: { order: placed.number },
      })
    }
    return { ok: true, number: placed.number }
  })
}

export type DeclinePurchase = { ok: true } | DecisionRefusal | Refused<'reason'>

/** Declines with a reason, which is mailed to the buyer. */
export async function declinePurchase(
  services: Pick<DecideServices, 'db' | 'clock' | 'jobs'>,
  actor: Actor,
  { member, id, reason }: { member: CompanyMember; id: number; reason: string },
): Promise<DeclinePurchase> {
  const { db, clock, jobs } = services
  const text = reason.trim()
  if (text === '' || textProblem('note', text) !== null) return { ok: false, code: 'reason' }
  const found = await decidable(services, member, id)
  if (!found.ok) return found
  return audited(db, actor, async (trx, record): Promise<DeclinePurchase> => {
    const decision = {
      status: 'declined',
      by: member.accountId,
      reason: text,
      now: new Date(clock()),
    } as const
    if (!(await decideRequest(trx, id, decision))) return { ok: false, code: 'not_waiting' }
    await jobs.enqueue(trx, 'company-mail', { about: 'decision', id })
    record({
      action: 'purchase_request.decline',
      object: ['purchase_request', id],
      store: member.company.store,
    })
    return { ok: true }
  })
}

/** The buyer takes an own request back. */
export async function withdrawPurchase(
  { db, clock }: Pick<DecideServices, 'db' | 'clock'>,
  actor: Actor,
  { member, id }: { member: CompanyMember; id: number },
): Promise<{ ok: true } | Refused<'unknown_request' | 'not_waiting'>> {
  const request = await findRequest(db, id, clock())
  if (request === null || request.accountId !== member.accountId)
    return { ok: false, code: 'unknown_request' }
  return audited(db, actor, async (trx, record) => {
    const decision = {
      status: 'withdrawn',
      by: member.accountId,
      reason: null,
      now: new Date(clock()),
    } as const
    if (!(await decideRequest(trx, id, decision))) return { ok: false, code: 'not_waiting' } as const
    record({
      action: 'purchase_request.withdraw',
      object: ['purchase_request', id],
      store: member.company.store,
    })
    return { ok: true } as const
  })
}
