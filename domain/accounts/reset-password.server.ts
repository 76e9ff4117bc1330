/**
 * Password reset by mail (AUTH-11, AUTH-12). A request does not reveal whether the address has an account:
 * both cases do the same work, and a job writes the mail.
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import type { StoreCode } from '../stores/stores.ts'
import {
  deleteAccountTokens,
  findAccount,
  findLogin,
  issueAccountToken,
  joinGuestOrders,
  spendAccountToken,
  updatePassword,
  verifyEmail,
} from './account-repository.server.ts'
import { clearAttempts } from '../security/attempts.server.ts'
import { notifyAccount } from './account-notice.server.ts'
import { mailedDestination } from './login-destination.ts'
import { accountAttempts, type LogInServices } from './log-in.server.ts'
import { hashPassword } from './password.server.ts'
import { passwordProblem, type PasswordProblem } from './password-rules.server.ts'
import { endAllSessions } from './session-repository.server.ts'
import { isAccountToken } from './token.server.ts'

/** How long the link in the mail is valid. */
const resetLifeMs = 3600_000

export interface ResetServices extends LogInServices, MailGateServices {
  jobs: JobQueue<'reset-mail' | 'account-mail'>
}

/**
 * Enqueues a mail with a link where the address has an account. The result is the same without one, and over
 * the rate limit.
 */
export async function requestReset(
  services: ResetServices,
  input: { store: StoreCode; email: string; network: string; destination?: string | undefined },
): Promise<void> {
  const email = normalizeEmail(input.email)
  const { network, store } = input
  const destination = mailedDestination(input.destination, store)
  const reset = await services.db.transaction().execute(async (trx) => {
    const mail = { kind: 'password-reset', recipient: email ?? input.email, network } as const
    if (!(await admitMail(trx, services, mail)).ok) return null
    const known = email === null ? null : await findLogin(trx, email)
    const job = { accountId: known?.id ?? null, store, ...(destination !== null && { destination }) }
    await services.jobs.enqueue(trx, 'reset-mail', job)
    return { accountId: known?.id }
  })
  const event = reset === null ? 'reset-limited' : 'reset-requested'
  services.security.record(event, { email: input.email, network, ...reset })
}

/** Creates the token for the mail's link, valid for an hour. Null: no account, no mail is sent. */
export async function issueResetToken(
  trx: Kysely<DB>,
  accountId: number | null,
  now: number,
): Promise<{ id: number; token: string; email: string } | null> {
  const account = accountId === null ? null : await findAccount(trx, accountId)
  if (account === null) return null
  const issue = { accountId: account.id, purpose: 'password', now, lifeMs: resetLifeMs } as const
  return { ...(await issueAccountToken(trx, issue)), email: account.email }
}

export type ChangePassword =
  | { ok: true; accountId: number }
  | { ok: false; code: 'token_refused' | PasswordProblem }

/**
 * Sets a password by the token of such a mail, valid once. Ends every session of the account and clears the
 * account's attempt counters.
 */
export async function changePassword(
  services: ResetServices,
  actor: Actor,
  input: { token: string; password: string; network: string },
): Promise<ChangePassword> {
  const { db, clock, keys, security } = services
  const problem = passwordProblem(input.password)
  if (problem !== null) return { ok: false, code: problem }
  const { network } = input
  const hash = isAccountToken(input.token) ? await hashPassword(input.password) : null
  const now = clock()
  const accountId =
    hash === null
      ? null
      : await audited(db, actor, async (trx, record) => {
          const accountId = await spendAccountToken(trx, 'password', input.token, now)
          if (accountId === null) return null
          await updatePassword(trx, accountId, hash)
          await endAllSessions(trx, actor, now, accountId)
          await deleteAccountTokens(trx, accountId)
          record({ action: 'account.change_password', object: ['account', accountId] })
          const account = await findAccount(trx, accountId)
          if (account === null) return null
          await clearAttempts(trx, keys, accountAttempts({ email: account.email, network }))
          // The token was mailed to the account's address.
          await verifyEmail(trx, accountId, now)
          await joinGuestOrders(trx, actor, accountId)
          const { store } = account
          await notifyAccount(trx, services, { accountId, store, event: 'password-changed' })
          return accountId
        })
  security.record(accountId === null ? 'password-change-refused' : 'password-changed', {
    accountId: accountId ?? undefined,
    network,
  })
  return accountId === null ? { ok: false, code: 'token_refused' } : { ok: true, accountId }
}
