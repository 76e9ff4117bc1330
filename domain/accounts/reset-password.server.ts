/**
 * A new password by mail (AUTH-11, AUTH-12). Asking for one tells nobody whether the address has an account: the
 * same work is done for both, the mail itself is written by a job.
 */
import { admitMail } from '../mail/mail-gate.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import type { StoreCode } from '../stores/stores.ts'
import type { AccountJobs } from './account-jobs.ts'
import { isPassword } from './account.ts'
import {
  deleteAccountTokens,
  findLogin,
  spendAccountToken,
  updatePassword,
} from './account-repository.server.ts'
import type { AttemptServices } from './attempts.server.ts'
import { hashPassword } from './password.server.ts'
import { endAllSessions } from './session-repository.server.ts'
import { isAccountToken } from './token.server.ts'

/** How long the link of the mail holds. */
export const resetLifeMs = 3600_000

export interface ResetServices extends AttemptServices {
  jobs: AccountJobs
}

/** Has a mail with a link sent where the address has an account. Answers the same either way; too many tries too. */
export async function requestReset(
  services: ResetServices,
  input: { store: StoreCode; email: string; address: string },
): Promise<void> {
  const email = normalizeEmail(input.email)
  await services.db.transaction().execute(async (trx) => {
    const recipient = email ?? input.email
    const mail = { kind: 'password-reset', recipient, network: input.address } as const
    if (!(await admitMail(trx, services, mail)).ok) return
    const known = email === null ? null : await findLogin(trx, email)
    await services.jobs.enqueue(trx, 'reset-mail', { accountId: known?.id ?? null, store: input.store })
  })
}

export type ChangePassword = { ok: true } | { ok: false; code: 'token_refused' | 'password_refused' }

/** Sets a password by the token of such a mail, good once; every session of the account ends. */
export async function changePassword(
  { db, clock }: AttemptServices,
  input: { token: string; password: string },
): Promise<ChangePassword> {
  if (!isPassword(input.password)) return { ok: false, code: 'password_refused' }
  if (!isAccountToken(input.token)) return { ok: false, code: 'token_refused' }
  const hash = await hashPassword(input.password)
  const now = clock()
  return db.transaction().execute(async (trx) => {
    const accountId = await spendAccountToken(trx, 'password', input.token, now)
    if (accountId === null) return { ok: false, code: 'token_refused' }
    await updatePassword(trx, accountId, hash)
    await endAllSessions(trx, now, accountId)
    await deleteAccountTokens(trx, accountId)
    return { ok: true }
  })
}
