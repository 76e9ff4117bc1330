/**
 * A logged-in customer sets a new password, with the present one as proof that it is not somebody else at
 * their open browser. All other sessions end, and a mail reports the change.
 */
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import { clearAttempts, takeAttempts } from '../security/attempts.server.ts'
import type { StoreCode } from '../stores/stores.ts'
import { longestPassword } from './account.ts'
import { deleteAccountTokens, findPasswordOf, updatePassword } from './account-repository.server.ts'
import type { AccountNoticeServices } from './account-notice.server.ts'
import { notifyAccount } from './account-notice.server.ts'
import { accountAttempts, type LogInServices } from './log-in.server.ts'
import { admitPasswordWork, hashPassword, type Passwords } from './password.server.ts'
import { passwordProblem, type PasswordProblem } from './password-rules.server.ts'
import { endAllSessions } from './session-repository.server.ts'

export type ProofServices = LogInServices & AccountNoticeServices

interface ProofInput {
  accountId: number
  password: string
  network: string
}

type Proof = { ok: true; email: string } | { ok: false; code: 'wrong_password' | 'too_many_attempts' }

/**
 * Whether the customer's present password was given; guesses are limited like those of a login. Rejects with
 * `QueueFull`, before any query, where too many passwords wait to be checked.
 */
export function provePassword(services: LogInServices, input: ProofInput): Promise<Proof> {
  return admitPasswordWork((passwords) => prove(services, passwords, input))
}

async function prove(
  services: LogInServices,
  passwords: Passwords,
  { accountId, password, network }: ProofInput,
): Promise<Proof> {
  const login = await findPasswordOf(services.db, accountId)
  if (login === null) return { ok: false, code: 'wrong_password' }
  const attempts = accountAttempts({ email: login.email, network })
  if (!(await takeAttempts(services, attempts))) return { ok: false, code: 'too_many_attempts' }
  if (!(await passwords.isMatch(login.passwordHash, password.slice(0, longestPassword)))) {
    services.security.record('password-change-refused', { accountId, network })
    return { ok: false, code: 'wrong_password' }
  }
  await clearAttempts(services.db, services.keys, attempts)
  return { ok: true, email: login.email }
}

export type ChangeOwnPassword =
  | { ok: true }
  | { ok: false; code: 'wrong_password' | 'too_many_attempts' | PasswordProblem }

/** `familyId`: the session that changes it, which goes on. */
export async function changeOwnPassword(
  services: ProofServices,
  actor: Actor,
  input: {
    accountId: number
    familyId: number
    store: StoreCode
    currentPassword: string
    password: string
    network: string
  },
): Promise<ChangeOwnPassword> {
  const { accountId, familyId, store, network } = input
  const proof = await provePassword(services, { accountId, password: input.currentPassword, network })
  if (!proof.ok) return proof
  const problem = passwordProblem(input.password, proof.email)
  if (problem !== null) return { ok: false, code: problem }
  const hash = await hashPassword(input.password)
  await audited(services.db, actor, async (trx, record) => {
    await updatePassword(trx, accountId, hash)
    await endAllSessions(trx, actor, services.clock(), accountId, familyId)
    await deleteAccountTokens(trx, accountId)
    record({ action: 'account.change_password', object: ['account', accountId], store })
    await notifyAccount(trx, services, { accountId, store, event: 'password-changed' })
  })
  services.security.record('password-changed', { accountId, network })
  return { ok: true }
}
