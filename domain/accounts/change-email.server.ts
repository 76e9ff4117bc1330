/**
 * A customer changes the address they log in with. Links are mailed to the former and to the new address, and
 * both must be followed: neither a stolen session nor a mistyped address is enough. Known and unknown new
 * addresses get the same answer.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { admitMail } from '../mail/mail-gate.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import type { StoreCode } from '../stores/stores.ts'
import {
  deleteAccountTokens,
  findLogin,
  joinGuestOrders,
  updateEmail,
  verifyEmail,
} from './account-repository.server.ts'
import { provePassword, type ProofServices } from './change-own-password.server.ts'
import { textProblem } from './contact-fields.server.ts'
import {
  confirmSide,
  finishEmailChange,
  insertEmailChange,
  setEmailChangeToken,
} from './email-change-repository.server.ts'
import { emailChangeSides, type EmailChangeSide } from '../jobs/job-queue.ts'
import { isAccountToken, newToken } from './token.server.ts'

/** How long the links in the mails are valid. */
const changeLifeMs = 24 * 3600_000

export type RequestEmailChange =
  | { ok: true }
  | { ok: false; code: 'wrong_password' | 'too_many_attempts' | 'email' | 'same_email' }

export async function requestEmailChange(
  services: ProofServices,
  actor: Actor,
  input: { accountId: number; store: StoreCode; email: string; password: string; network: string },
): Promise<RequestEmailChange> {
  const { accountId, store, network } = input
  const email = normalizeEmail(input.email)
  if (email === null || textProblem('email', email) !== null) return { ok: false, code: 'email' }
  const proof = await provePassword(services, { accountId, password: input.password, network })
  if (!proof.ok) return proof
  if (proof.email === email) return { ok: false, code: 'same_email' }
  const now = services.clock()
  const admitted = await audited(services.db, actor, async (trx, record) => {
    const mail = { kind: 'account-email-change', recipient: email, network } as const
    if (!(await admitMail(trx, services, mail)).ok) return false
    const change = { accountId, store, oldEmail: proof.email, newEmail: email }
    const id = await insertEmailChange(trx, { ...change, now, expiresAt: now + changeLifeMs })
    for (const side of emailChangeSides)
      await services.jobs.enqueue(trx, 'account-mail', { about: 'email-change', id, side })
    record({ action: 'account.request_email_change', object: ['account', accountId], store })
    return true
  })
  return admitted ? { ok: true } : { ok: false, code: 'too_many_attempts' }
}

/** The mail of a change to one of its addresses. */
export interface EmailChangeMail {
  store: StoreCode
  email: string
  token: string
  /** The new address belongs to another account: its owner gets a mail about it instead of a link. */
  taken: boolean
}

/** Creates the token for the link of one side. Null: done, replaced by a newer request, or expired. */
export async function issueEmailChangeToken(
  trx: Kysely<DB>,
  id: number,
  side: EmailChangeSide,
  now: number,
): Promise<EmailChangeMail | null> {
  const token = newToken()
  const change = await setEmailChangeToken(trx, id, { side, token }, now)
  if (change === null) return null
  const { store, oldEmail, newEmail } = change
  if (side === 'old') return { store, email: oldEmail, token, taken: false }
  return { store, email: newEmail, token, taken: (await findLogin(trx, newEmail)) !== null }
}

export type ConfirmEmailChange =
  /** `done`: both addresses have confirmed and the account has the new one. */
  { ok: true; done: boolean } | { ok: false; code: 'token_refused' }

export async function confirmEmailChange(
  services: ProofServices,
  actor: Actor,
  token: string,
): Promise<ConfirmEmailChange> {
  const refused = { ok: false, code: 'token_refused' } as const
  if (!isAccountToken(token)) return refused
  const now = services.clock()
  return audited(services.db, actor, async (trx, record): Promise<ConfirmEmailChange> => {
    const change = await confirmSide(trx, token, now)
    if (change === null) return refused
    const { id, accountId, store, newEmail, isComplete } = change
    if (!isComplete) return { ok: true, done: false }
    if (!(await updateEmail(trx, accountId, newEmail))) return refused
    await verifyEmail(trx, accountId, now)
    // Links that were mailed to the former address must not open the account any more.
    await deleteAccountTokens(trx, accountId)
    await joinGuestOrders(trx, actor, accountId)
    await finishEmailChange(trx, id, now)
    record({ action: 'account.change_email', object: ['account', accountId], store })
    for (const side of emailChangeSides)
      await services.jobs.enqueue(trx, 'account-mail', { about: 'email-changed', id, side })
    services.security.record('email-changed', { accountId })
    return { ok: true, done: true }
  })
}
