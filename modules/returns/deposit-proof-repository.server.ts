/** The only SQL that reads and writes deposit proofs. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'

export type DepositProofStatus = 'open' | 'approved' | 'rejected'

export interface StoredDepositProof {
  id: number
  orderId: number
  orderNumber: string
  quantity: number
  /** `YYYY-MM-DD`. */
  proofOn: string
  /** Null once it is deleted. */
  pictureId: number | null
  status: DepositProofStatus
  rejection: string | null
  submittedAt: Date
}

const select = sql`select d.id::integer as id, d.order_id as "orderId", o.number as "orderNumber", d.quantity,
    to_char(d.proof_on, 'YYYY-MM-DD') as "proofOn", d.picture_id as "pictureId", d.status, d.rejection,
    d.submitted_at as "submittedAt"
  from deposit_proof d join orders o on o.id = d.order_id`

/** The proofs of an order, oldest first. */
export async function depositProofsOf(db: Kysely<DB>, orderId: number): Promise<StoredDepositProof[]> {
  const { rows } =
    await sql<StoredDepositProof>`${select} where d.order_id = ${orderId} order by d.id`.execute(db)
  return rows
}

/** The proofs that wait for a decision, oldest first. */
export async function openDepositProofs(db: Kysely<DB>, limit: number): Promise<StoredDepositProof[]> {
  const { rows } = await sql<StoredDepositProof>`${select} where d.status = 'open'
    order by d.submitted_at, d.id limit ${limit}`.execute(db)
  return rows
}

export async function findDepositProof(db: Kysely<DB>, id: number): Promise<StoredDepositProof | null> {
  const { rows } = await sql<StoredDepositProof>`${select} where d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function insertDepositProof(
  trx: Kysely<DB>,
  proof: { orderId: number; quantity: number; proofOn: string; pictureId: number; submittedAt: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('deposit_proof')
    .values({
      order_id: proof.orderId,
      quantity: proof.quantity,
      proof_on: proof.proofOn,
      picture_id: proof.pictureId,
      submitted_at: proof.submittedAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function decideDepositProof(
  trx: Kysely<DB>,
  id: number,
  decision: { status: 'approved'; refundNumber: number } | { status: 'rejected'; rejection: string },
): Promise<void> {
  await trx
    .updateTable('deposit_proof')
    .set(
      decision.status === 'approved'
        ? { status: decision.status, refund_number: decision.refundNumber }
        : { status: decision.status, rejection: decision.rejection },
    )
    .where('id', '=', id)
    .execute()
}
