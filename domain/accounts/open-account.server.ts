/**
 * Opens an account in two steps. A visitor names an e-mail address and always gets the same answer; the mail
 * to it has a link, and only who follows it chooses name and password. So an account never exists with a
 * password that somebody else chose, and no address reveals whether it has an account (decision 69).
 */
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.generated.ts'
import type { Actor } from '../audit/actor.ts'
import { audited } from '../audit/audited.server.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { admitMail, type MailGateServices } from '../mail/mail-gate.server.ts'
import { forgetErased } from './erased-address.server.ts'
import { normalizeEmail } from '../stores/email.ts'
import type { StoreCode } from '../stores/stores.ts'
import { createAccount, findLogin, joinGuestOrders, verifyEmail } from './account-repository.server.ts'
import { insertOpening, setOpeningToken, spendOpening } from './account-opening-repository.server.ts'
import { textProblem, type ContactFieldCode } from './contact-fields.server.ts'
import { mailedDestination } from './login-destination.ts'
import type { LogIn, LogInServices } from './log-in.server.ts'
import { hashPassword } from './password.server.ts'
import { passwordProblem, type PasswordProblem } from './password-rules.server.ts'
import { openSession } from './sessions.server.ts'
import { isAccountToken, newToken } from './token.server.ts'

/** How long the link in the mail is valid. */
const openingLifeMs = 24 * 3600_000

export interface OpenAccountServices extends LogInServices, MailGateServices {
  jobs: JobQueue<'account-mail'>
}

/**
 * Enqueues the mail to the address. The result and the work are the same for known and unknown addresses and
 * over the rate limit; only a text that is no e-mail address is refused.
 */
export async function requestAccount(
  services: OpenAccountServices,
  input: { store: StoreCode; email: string; network: string; destination?: string | undefined },
): Promise<{ ok: true } | { ok: false; code: 'email' }> {
  const email = normalizeEmail(input.email)
  if (email === null || textProblem('email', email) !== null) return { ok: false, code: 'email' }
  const { network, store } = input
  const destination = mailedDestination(input.destination, store)
  const now = services.clock()
  const admitted = await services.db.transaction().execute(async (trx) => {
    const mail = { kind: 'account-opening', recipient: email, network } as const
    if (!(await admitMail(trx, services, mail)).ok) return false
    const id = await insertOpening(trx, { store, email, now, expiresAt: now + openingLifeMs })
    const job = { about: 'opening', id, ...(destination !== null && { destination }) } as const
    await services.jobs.enqueue(trx, 'account-mail', job)
    return true
  })
  services.security.record(admitted ? 'account-requested' : 'account-request-limited', { email, network })
  return { ok: true }
}

/** What the mail of a request says; `token` null: the address has an account already. */
export interface OpeningMail {
  store: StoreCode
  email: string
  token: string | null
}

/** Creates the token for the mail's link. Null: the request was used or has expired. */
export async function issueOpeningToken(
  trx: Kysely<DB>,
  id: number,
  now: number,
): Promise<OpeningMail | null> {
  const token = newToken()
  const opening = await setOpeningToken(trx, id, token, now)
  if (opening === null) return null
  const isKnown = (await findLogin(trx, opening.email)) !== null
  return { ...opening, token: isKnown ? null : token }
}

export interface OpenAccountForm {
  /** Of the mail's link; valid once. */
  token: string
  password: string
  firstName: string
  lastName: string
}

export type OpenAccount =
  | Extract<LogIn, { ok: true }>
  | { ok: false; code: 'token_refused' }
  | {
      ok: false
      code: 'invalid_fields'
      fields: { firstName?: ContactFieldCode; lastName?: ContactFieldCode; password?: PasswordProblem }
    }

/**
 * Creates the account with its verified address, gives it the guest orders that were placed with the address,
 * and logs in. A refused form does not use up the link.
 */
export async function openAccount(
  services: LogInServices & Pick<MailGateServices, 'keys'>,
  actor: Actor,
  input: OpenAccountForm & { network: string; device: string | null },
): Promise<OpenAccount> {
  const { db, clock, keys, security } = services
  const { token, password, network } = input
  const names = { firstName: input.firstName.trim(), lastName: input.lastName.trim() }
  const fields: Extract<OpenAccount, { code: 'invalid_fields' }>['fields'] = {}
  for (const field of ['firstName', 'lastName'] as const) {
    const problem = names[field] === '' ? 'required' : textProblem(field, names[field])
    if (problem !== null) fields[field] = problem
  }
  const weak = passwordProblem(password)
  if (weak !== null) fields.password = weak
  if (Object.keys(fields).length > 0) return { ok: false, code: 'invalid_fields', fields }
  const refused = { ok: false, code: 'token_refused' } as const
  const passwordHash = isAccountToken(token) ? await hashPassword(password) : null
  const account =
    passwordHash === null
      ? null
      : await audited(db, actor, async (trx) => {
          const opening = await spendOpening(trx, token, clock())
          if (opening === null) return null
          const { store, email } = opening
          const created = await createAccount(trx, actor, { store, email, passwordHash, ...names })
          if (created === null) return null
          await verifyEmail(trx, created.id, clock())
          await joinGuestOrders(trx, actor, created.id)
          await forgetErased(trx, keys, email)
          return created
        })
  security.record(account === null ? 'link-refused' : 'account-opened', { accountId: account?.id, network })
  if (account === null) return refused
  const pair = await openSession(services, { accountId: account.id }, input.device)
  return { ok: true, pair, accountId: account.id }
}
