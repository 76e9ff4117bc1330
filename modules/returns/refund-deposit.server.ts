/**
 * The deposit of a starter battery on proof that an old one was returned (BattDG § 19): the buyer sends the proof, staff
 * decide, and the refund is booked like any other.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../../domain/audit/actor.ts'
import { audited, type RollBack } from '../../domain/audit/audited.server.ts'
import { lockOrder, type LockedOrder } from '../../domain/orders/lock-order.server.ts'
import { addOrderMail, recordOrderEvent } from '../../domain/orders/order-repository.server.ts'
import type { OrderSnapshot } from '../../domain/orders/order-snapshot.ts'
import type { PictureFailure } from '../../domain/pictures/picture-failure.ts'
import { stripPicture } from '../../domain/pictures/strip-picture.server.ts'
import {
  refundLocked,
  refundMail,
  type RefundRefusal,
  type RefundServices,
} from '../../domain/refunds/refund-locked.server.ts'
import { refundsOf, type StoredRefund } from '../../domain/refunds/refund-repository.server.ts'
import { isoDay, localDay } from '../../domain/stores/local-time.ts'
import { stores } from '../../domain/stores/stores.ts'
import { insertCustomerPicture } from './customer-picture-repository.server.ts'
import {
  decideDepositProof,
  depositProofsOf,
  findDepositProof,
  insertDepositProof,
  type StoredDepositProof,
} from './deposit-proof-repository.server.ts'
import { checkDepositProof, type DepositProofRefusal } from './deposit-proof.ts'
import { depositsLeft, depositsOf } from './return-refund.ts'

export type SubmittedProof =
  | { ok: true; id: number }
  | PictureFailure
  | { ok: false; code: 'unknown_order' | DepositProofRefusal }

/** Deposits of an order that a buyer may still send a proof for. */
export async function refundableDeposits(
  db: Kysely<DB>,
  order: { id: number; snapshot: Pick<OrderSnapshot, 'lines'> },
): Promise<number> {
  const proofs = await depositProofsOf(db, order.id)
  const waiting = proofs
    .filter(({ status }) => status === 'open')
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const { lines } = order.snapshot
  return depositsLeft({ lines, refunds: await refundsOf(db, order.id) }) - waiting
}

/** Stores a proof for staff. `proofOn`: `YYYY-MM-DD`. Access to the order is checked before. */
export async function submitDepositProof(
  { db, clock }: { db: Kysely<DB>; clock: () => number },
  actor: Actor,
  input: { orderNumber: string; quantity: number; proofOn: string; bytes: Buffer },
): Promise<SubmittedProof> {
  const stripped = await stripPicture(input.bytes)
  if (!stripped.ok) return stripped
  return audited(db, actor, async (trx): Promise<SubmittedProof> => {
    const order = await lockOrder(trx, input.orderNumber)
    if (!order) return { ok: false, code: 'unknown_order' }
    const at = new Date(clock())
    const { quantity, proofOn } = input
    const refusal = checkDepositProof({
      proofOn,
      quantity,
      today: isoDay(localDay(stores[order.snapshot.store].timeZone, at.getTime())),
      left: await refundableDeposits(trx, order),
    })
    if (refusal !== null) return { ok: false, code: refusal }
    const pictureId = await insertCustomerPicture(trx, {
      orderId: order.id,
      number: null,
      jpeg: stripped.jpeg,
      at,
    })
    const known = (await depositProofsOf(trx, order.id)).find((proof) => proof.pictureId === pictureId)
    if (known) return { ok: true, id: known.id }
    const proof = { orderId: order.id, quantity, proofOn, pictureId, submittedAt: at }
    const id = await insertDepositProof(trx, proof)
    await recordOrderEvent(trx, order.id, {
      kind: 'deposit-proof',
      from: order.status,
      to: order.status,
      actor,
      data: { proof: id, quantity, proofOn },
    })
    return { ok: true, id }
  })
}

export type DecidedProof =
  | { ok: true; proof: StoredDepositProof; refund: StoredRefund | null }
  | { ok: false; code: 'unknown_proof' | 'already_decided' | RefundRefusal['code'] }

/** Refunds the deposits of a proof; its buyer gets the mail of the refund. */
export async function approveDepositProof(
  services: RefundServices,
  actor: Actor,
  id: number,
): Promise<DecidedProof> {
  return decide(services, actor, id, async (trx, { order, proof, rollBack }) => {
    const past = { lines: order.snapshot.lines, refunds: await refundsOf(trx, order.id) }
    const answer = await refundLocked({ ...services, db: trx }, actor, order, {
      request: { lines: depositsOf(past, proof.quantity) },
      reason: 'deposit',
      idempotencyKey: `deposit-${id}`,
    })
    if (!answer.ok) return rollBack({ ok: false, code: answer.code })
    await addOrderMail(trx, services.jobs, order.id, refundMail(answer.refund.number))
    await decideDepositProof(trx, id, { status: 'approved', refundNumber: answer.refund.number })
    return answer.refund
  })
}

/** `reason`: for the buyer, in the language of the store. */
export async function rejectDepositProof(
  services: RefundServices,
  actor: Actor,
  id: number,
  reason: string,
): Promise<DecidedProof> {
  return decide(services, actor, id, async (trx) => {
    await decideDepositProof(trx, id, { status: 'rejected', rejection: reason })
    return null
  })
}

async function decide(
  { db }: RefundServices,
  actor: Actor,
  id: number,
  work: (
    trx: Kysely<DB>,
    found: { order: LockedOrder; proof: StoredDepositProof; rollBack: RollBack<DecidedProof> },
  ) => Promise<StoredRefund | null>,
): Promise<DecidedProof> {
  return audited(db, actor, async (trx, _record, rollBack): Promise<DecidedProof> => {
    const found = await findDepositProof(trx, id)
    const order = found && (await lockOrder(trx, found.orderNumber))
    const proof = await findDepositProof(trx, id)
    if (!order || !proof) return { ok: false, code: 'unknown_proof' }
    if (proof.status !== 'open') return { ok: false, code: 'already_decided' }
    const refund = await work(trx, { order, proof, rollBack })
    await recordOrderEvent(trx, order.id, {
      kind: refund ? 'deposit-approved' : 'deposit-rejected',
      from: order.status,
      to: order.status,
      actor,
      data: { proof: id },
    })
    return { ok: true, proof, refund }
  })
}
